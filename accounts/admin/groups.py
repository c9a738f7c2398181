from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.services import rights

admin.site.unregister(Group)


@admin.register(Group)
class AuditedGroupAdmin(GroupAdmin):
    """Restricts groups to superusers, whatever rights a group was given, and audits every change."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_module_permission(request)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        rights.note_group(form.instance, by=request.user)

    def delete_model(self, request: Any, obj: Group) -> None:
        rights.note_group(obj, by=request.user, words=f"{obj.name}: deleted")
        super().delete_model(request, obj)

    def delete_queryset(self, request: Any, queryset: QuerySet[Group]) -> None:
        for group in queryset:
            self.delete_model(request, group)
