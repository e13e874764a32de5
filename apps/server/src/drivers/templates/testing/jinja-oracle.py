"""Renders templates with Jinja2 and Home Assistant's filters: a line of JSON in, a line of JSON out."""

import json
import math
import sys

from jinja2 import TemplateError, TemplateSyntaxError, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

NONE = object()


def fail(value, default):
    if default is NONE:
        raise ValueError(value)
    return default


def to_round(value, precision=0, method="common", default=NONE):
    try:
        factor = float(10**precision)
        if method == "ceil":
            value = math.ceil(float(value) * factor) / factor
        elif method == "floor":
            value = math.floor(float(value) * factor) / factor
        elif method == "half":
            value = round(float(value) * 2) / 2
        else:
            value = round(float(value), precision)
        return int(value) if precision == 0 else value
    except (ValueError, TypeError):
        return fail(value, default)


def multiply(value, amount, default=NONE):
    try:
        return float(value) * amount
    except (ValueError, TypeError):
        return fail(value, default)


def add(value, amount, default=NONE):
    try:
        return float(value) + amount
    except (ValueError, TypeError):
        return fail(value, default)


def is_defined(value):
    if isinstance(value, Undefined):
        value._fail_with_undefined_error()
    return value


def is_number(value):
    try:
        return math.isfinite(float(value))
    except (ValueError, TypeError):
        return False


def to_float(value, default=NONE):
    try:
        return float(value)
    except (ValueError, TypeError):
        return fail(value, default)


def to_int(value, default=NONE, base=10):
    try:
        return int(value, base) if isinstance(value, str) else int(value)
    except (ValueError, TypeError):
        try:
            return int(float(value))
        except (ValueError, TypeError, OverflowError):
            return fail(value, default)


def to_bool(value, default=NONE):
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        word = value.lower().strip()
        if word in ("1", "true", "yes", "on", "enable"):
            return True
        if word in ("0", "false", "no", "off", "disable"):
            return False
    elif isinstance(value, (int, float)):
        return value != 0
    return fail(value, default)


def iif(value, if_true=True, if_false=False, if_none=NONE):
    if value is None and if_none is not NONE:
        return if_none
    return if_true if bool(value) else if_false


def to_json(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


ENVIRONMENT = ImmutableSandboxedEnvironment()
ENVIRONMENT.filters.update(
    round=to_round, multiply=multiply, add=add, is_defined=is_defined, is_number=is_number,
    to_json=to_json, from_json=json.loads, iif=iif, bool=to_bool,
)
ENVIRONMENT.globals.update(
    is_number=is_number, float=to_float, int=to_int, bool=to_bool, iif=iif, min=min, max=max
)
ENVIRONMENT.tests.update(
    is_number=is_number, list=lambda value: isinstance(value, list), contains=lambda seq, value: value in seq
)


def render(request):
    try:
        template = ENVIRONMENT.from_string(request["template"])
    except TemplateSyntaxError as error:
        return {"outcome": "bad", "text": str(error)}
    variables = dict(request.get("variables", {}))
    if "payload" in request:
        variables["value"] = request["payload"]
        try:
            variables["value_json"] = json.loads(request["payload"])
        except ValueError:
            pass
    try:
        return {"outcome": "printed", "text": template.render(**variables).strip()}
    except (TemplateError, ArithmeticError, ValueError, TypeError, LookupError, AttributeError) as error:
        return {"outcome": "raised", "text": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(render(json.loads(line))))
