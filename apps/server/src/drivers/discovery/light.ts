import type { LightState } from '../entities/entity.ts'
import type { JsonObject } from '../entities/json-object.ts'
import type { Kind } from './kind.ts'
import { createJsonLight } from './light-json.ts'
import { createPlainLight } from './light-plain.ts'
import { createTemplateLight } from './light-template.ts'
import { Refused } from './refused.ts'
import type { TemplateReader } from './templates.ts'

/** A light by Home Assistant's rules, in the form that its schema says. Colours are ignored. */
export function createLight(given: JsonObject, templates: TemplateReader): Kind<LightState> {
  switch (given.schema ?? 'basic') {
    case 'basic':
    case 'default':
      return createPlainLight(given, templates)
    case 'json':
      return createJsonLight(given, templates)
    case 'template':
      return createTemplateLight(given, templates)
    default:
      throw new Refused('bad_config', 'the schema of the light is not known')
  }
}
