import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const TEXTS = /\/i18n\/locales\/[^/]+\.json$/
const ICONS = /\/ui\/icon-paths\.ts$/

const textsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** What befalls the doors that ask their household for a proof. */
const PROOFS: ReadonlySet<string> = new Set(['pin_required', 'pin_wrong', 'pin_locked', 'passkey_required'])

/** Of a section of the texts of every page, what guest pages say. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  errors: [
    'generic',
    'network',
    'insufficientPermission',
    'tooManyRequests',
    'deviceOffline',
    'deviceUnreachable',
    'deviceNotReady',
    'deviceBusy',
    'deviceAlreadyInState',
    'deviceUpdateFailed',
    'deviceNotResponding',
    'deviceRequestTimeout',
    'deviceUnsupportedAction',
  ],
  header: ['openMenu', 'back', 'menuShort', 'closeMenu'],
  menu: ['language', 'support'],
  page: ['skip'],
}

/** Signs of what no guest is shown. */
const NOT_SHOWN: ReadonlySet<string> = new Set([
  'globe',
  'support',
  'next',
  'plus',
  'settings',
  'key',
  'keyPlus',
  'shield',
  'screens',
  'history',
  'leave',
  'leaveAll',
  'trash',
  'mail',
  'eye',
  'eyeShut',
  'download',
  'opened',
  'star',
  'ventilation',
  'pencil',
  'recalibrate',
  'invert',
  'wallSwitch',
  'restart',
  'qr',
  'copy',
  'share',
  'people',
  'pause',
])
const ICON = /^ {2}(\w+):\s*'[^']*',\n/gm

/** Leaves out of what the app and the guest pages share the words and signs that only the app has a use for. */
export function guestDiet(): Plugin {
  return {
    name: 'senca:guest-diet',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [TEXTS, ICONS] },
      handler(code, id) {
        if (ICONS.test(id))
          return code.replaceAll(ICON, (line, name: string) => (NOT_SHOWN.has(name) ? '' : line))
        const sections = Object.entries(textsSchema.parse(JSON.parse(code))).map(([name, texts]) => {
          const said = SAID[name]
          const kept = Object.entries(texts).filter(([key]) => said === undefined || said.includes(key))
          return [name, Object.fromEntries(kept)] as const
        })
        return JSON.stringify(Object.fromEntries(sections), (key, text: unknown) =>
          PROOFS.has(key) ? undefined : text,
        )
      },
    },
  }
}
