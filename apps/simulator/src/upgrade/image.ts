import { verify } from 'node:crypto'
import { type DeviceType, parseDeviceType } from '@senca/contract'
import {
  type Firmware,
  isNewerFirmware,
  type RunningFirmware,
  type UpgradeError,
} from '@senca/contract/hardware'
import { sha256Of } from './flash.ts'

const HEADER = /^senca-firmware ([a-z_]{1,64}) (\d{1,6}(?:\.\d{1,6}){0,3})\n/

/** What an image says of itself in its first line, `senca-firmware <type> <version>`; null where it says nothing. */
function headerOf(image: Uint8Array): { type: DeviceType | null; version: string } | null {
  const [, type, version] = HEADER.exec(Buffer.from(image.subarray(0, 128)).toString('latin1')) ?? []
  return type === undefined || version === undefined ? null : { type: parseDeviceType(type), version }
}

/** The first bytes of an image that says what it is. */
export const imageHeader = (type: DeviceType, version: string): string =>
  `senca-firmware ${type} ${version}\n`

interface Controller extends RunningFirmware {
  type: DeviceType
  /** The operator's public key, in PEM; null where none was burnt in: then nothing is taken. */
  trustedKey: string | null
}

function isSigned(image: Uint8Array, signature: string, trustedKey: string | null): boolean {
  if (trustedKey === null) return false
  try {
    return verify(null, image, trustedKey, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * What a controller looks at before it starts an image. The version that the signed image names counts, not that of the
 * command: an old image with a good signature must not be passed off as a new one.
 */
export function checkImage(
  image: Uint8Array,
  { version: told, sha256, signature }: Firmware,
  controller: Controller,
): { ok: true; version: string } | { ok: false; error: UpgradeError } {
  if (sha256Of(image) !== sha256.toLowerCase()) return { ok: false, error: 'checksum_invalid' }
  if (!isSigned(image, signature, controller.trustedKey)) return { ok: false, error: 'signature_invalid' }
  const header = headerOf(image)
  if (header !== null && header.type !== controller.type) return { ok: false, error: 'wrong_type' }
  const version = header?.version ?? String(told)
  if (!isNewerFirmware(version, controller)) return { ok: false, error: 'too_old' }
  return { ok: true, version }
}
