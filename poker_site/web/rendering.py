from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """Draws every form and field of ours with one pair of templates."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
