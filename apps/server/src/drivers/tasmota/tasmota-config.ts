import { isUtf8 } from 'node:buffer'
import * as z from 'zod/mini'
import { faultOfTopic } from '../entities/topics.ts'
import { unreadableOptions } from '../entities/unreadable-options.ts'

const MAX_BYTES = 16 * 1024
const MAX_SHUTTERS = 16

const text = z.string().check(z.maxLength(200))
const number = z.number()
const flags = z.record(z.string().check(z.maxLength(10)), z.unknown())

const Config = z.object({
  /** The name of the device, and those of its relays. */
  dn: z.optional(z.nullable(text)),
  fn: z.optional(z.array(z.nullable(text))),
  hn: z.optional(z.nullable(text)),
  mac: z.string().check(z.regex(/^[0-9A-Fa-f]{12}$/)),
  md: z.optional(z.nullable(text)),
  sw: z.optional(z.nullable(text)),
  ofln: z.optional(text),
  onln: z.optional(text),
  /** The words of a relay: off, on, toggle, hold. */
  state: z.optional(z.array(text)),
  t: text.check(z.minLength(1)),
  ft: text.check(z.minLength(1)),
  /** The prefixes of commands, answers and reports. */
  tp: z.array(text).check(z.length(3)),
  /** What each relay is: 0 none, 1 a switch, 2 a light, 3 one of the two of a shutter. */
  rl: z.array(number).check(z.maxLength(64)),
  lt_st: z.optional(number),
  so: z.optional(flags),
  sho: z.optional(z.array(number)),
  /** Of each shutter the least and the greatest tilt, and how long a tilt takes. */
  sht: z.optional(z.array(z.array(number))),
})

type RawConfig = z.infer<typeof Config>

export interface TasmotaShutter {
  /** From 1. */
  number: number
  isInverted: boolean
  tilt: { least: number; most: number } | null
}

export interface TasmotaRelay {
  number: number
  isLight: boolean
  dims: boolean
  name: string | null
}

export interface TasmotaConfig {
  mac: string
  name: string
  model: string | null
  sw: string | null
  words: { offline: string; online: string; off: string; on: string }
  /** The topics of commands, answers and reports, each with its last slash. */
  command: string
  answer: string
  report: string
  shutters: TasmotaShutter[]
  relays: TasmotaRelay[]
}

/** Reads the retained announcement of a device with Tasmota, or throws with what is wrong. */
export function readTasmotaConfig(
  payload: Buffer,
  mac: string,
): TasmotaConfig | { fault: string; isJson: boolean } {
  if (payload.length > MAX_BYTES || !isUtf8(payload))
    return { fault: 'the message is too large or no text', isJson: true }
  let given: unknown
  try {
    given = JSON.parse(payload.toString())
  } catch {
    return { fault: 'the message is not JSON', isJson: false }
  }
  const parsed = Config.safeParse(given)
  if (!parsed.success) return { fault: unreadableOptions(parsed.error), isJson: true }
  const { data } = parsed
  if (data.mac.toUpperCase() !== mac.toUpperCase())
    return { fault: 'the address is that of another device', isJson: true }
  const [command = '', answer = '', report = ''] = data.tp.map((prefix) => topicOf(data, prefix))
  const fault = [command, answer, report]
    .map((topic) => faultOfTopic(`${topic}STATUS10`))
    .find((one) => one !== null)
  if (fault !== undefined && fault !== null) return { fault, isJson: true }
  const [off = 'OFF', on = 'ON'] = data.state ?? []
  return {
    mac: data.mac.toUpperCase(),
    name: data.dn ?? data.t,
    model: data.md ?? null,
    sw: data.sw ?? null,
    words: { offline: data.ofln ?? 'Offline', online: data.onln ?? 'Online', off, on },
    command,
    answer,
    report,
    shutters: shuttersOf(data),
    relays: relaysOf(data),
  }
}

function topicOf({ ft, t, hn, mac }: RawConfig, prefix: string): string {
  const parts: Record<string, string> = {
    '%prefix%': prefix,
    '%topic%': t,
    '%hostname%': hn ?? '',
    '%id%': mac.slice(-6),
  }
  const topic = ft.replace(/%(?:prefix|topic|hostname|id)%/g, (part) => parts[part] ?? '')
  return topic.endsWith('/') ? topic : `${topic}/`
}

const SHUTTER = 3
const LIGHT = 2

/** Each shutter has two relays, which follow each other. */
function shuttersOf({ rl, sho = [], sht = [] }: RawConfig): TasmotaShutter[] {
  const count = Math.min(MAX_SHUTTERS, Math.floor(rl.filter((kind) => kind === SHUTTER).length / 2))
  return Array.from({ length: count }, (_, index) => {
    const [least = 0, most = 0, duration = 0] = sht[index] ?? []
    return {
      number: index + 1,
      isInverted: ((sho[index] ?? 0) & 1) === 1,
      tilt: duration > 0 && least !== most ? { least, most } : null,
    }
  })
}

function relaysOf({ rl, fn = [], lt_st = 0, so = {} }: RawConfig): TasmotaRelay[] {
  const lights = rl.filter((kind) => kind === LIGHT).length
  return rl.flatMap((kind, index) => {
    if (kind !== 1 && kind !== LIGHT) return []
    return [
      {
        number: index + 1,
        // Option 30 announces all relays as lights.
        isLight: kind === LIGHT || so['30'] === 1,
        dims: kind === LIGHT && lt_st > 0 && lights === 1,
        name: fn[index] ?? null,
      },
    ]
  })
}
