from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Every form and field of ours through one pair of partials."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
