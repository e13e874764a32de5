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

/** Parses the first line of an image, `senca-firmware <type> <version>`; null if it has no such line. */
function headerOf(image: Uint8Array): { type: DeviceType | null; version: string } | null {
  const [, type, version] = HEADER.exec(Buffer.from(image.subarray(0, 128)).toString('latin1')) ?? []
  return type === undefined || version === undefined ? null : { type: parseDeviceType(type), version }
}

/** The first line of an image. */
export const imageHeader = (type: DeviceType, version: string): string =>
  `senca-firmware ${type} ${version}\n`

interface Controller extends RunningFirmware {
  type: DeviceType
  /** The operator's public key, in PEM; null if the device has none: then every image is refused. */
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
 * The checks before an image is booted. The version in the signed image is used, not the one of the command, so that an old
 * signed image cannot be passed off as a new one.
 */
export function checkImage(
  image: Uint8Array,
  { version: notified, sha256, signature }: Firmware,
  controller: Controller,
): { ok: true; version: string } | { ok: false; error: UpgradeError } {
  if (sha256Of(image) !== sha256.toLowerCase()) return { ok: false, error: 'checksum_invalid' }
  if (!isSigned(image, signature, controller.trustedKey)) return { ok: false, error: 'signature_invalid' }
  const header = headerOf(image)
  if (header !== null && header.type !== controller.type) return { ok: false, error: 'wrong_type' }
  const version = header?.version ?? String(notified)
  if (!isNewerFirmware(version, controller)) return { ok: false, error: 'too_old' }
  return { ok: true, version }
}
