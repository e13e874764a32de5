import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../installation.mjs'

const OUTSIDE_BROKER = ['MQTT_URL', 'MQTT_AUTH', 'BROKER_HOOK_SECRET']

/** All variables of the server: those of `.env.example`, and those for an outside broker. */
export function knownVariables() {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8')
  return [...OUTSIDE_BROKER, ...[...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)]
}
