import * as z from 'zod/mini'

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/

/** A firmware file; `version` is numbers separated by dots, or one number. The signature is Ed25519. */
export const firmwareSchema = z.object({
  version: z.union([z.string().check(z.regex(VERSION)), z.int().check(z.minimum(0))]),
  /** The hash of the file, hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)),
  /** The signature of the file, base64. */
  signature: z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9+/=_-]+$/)),
})
export type Firmware = z.infer<typeof firmwareSchema>

const numbersOf = (version: string): number[] | null =>
  VERSION.test(version) ? version.split('.').map(Number) : null

const compare = (one: readonly number[], other: readonly number[]): number => {
  const length = Math.max(one.length, other.length)
  for (let place = 0; place < length; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The hardware generation of a controller with this firmware. */
export const generationOf = (version: string): 1 | 2 => ((numbersOf(version)?.[0] ?? 1) >= 2 ? 2 : 1)

/** The firmware that a controller runs, as far as it has reported it. */
export interface RunningFirmware {
  /** The hardware generation. */
  version: number | null
  firmware: string | null
}

/**
 * Whether a firmware is newer than the one that a controller runs. Every firmware of the first generation is older than version
 * 2. If the controller's firmware version is not numeric, its generation is compared.
 */
export function isNewerFirmware(offered: string, { version, firmware }: RunningFirmware): boolean {
  const numbers = numbersOf(offered)
  if (numbers === null || version === null) return false
  if (version === 1 && generationOf(offered) === 2) return true
  return compare(numbers, numbersOf(firmware ?? '') ?? [version]) > 0
}
