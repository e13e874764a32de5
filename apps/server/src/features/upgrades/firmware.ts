import type { Stats } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeviceType } from '@senca/contract'
import { type Firmware, firmwareSchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { type Rollout, rolloutSchema } from './rollout.ts'

const imageNameOf = (type: DeviceType): string => `${type}.bin`

export interface FirmwareOffer extends Firmware {
  type: DeviceType
  /** The URL from which devices download the image. */
  url: string
  rollout: Rollout
}

/** If the rollout is invalid, the whole manifest is invalid. Otherwise all devices could get a firmware meant for a few. */
const manifestSchema = z.extend(firmwareSchema, { rollout: z._default(rolloutSchema, {}) })

interface FirmwareFolderOptions {
  /** Undefined if there is none. */
  folder: string | undefined
  publicUrl: string
  /** Called when the manifest of a type cannot be read. */
  unreadable(path: string): void
}

/** A file of the folder itself; null for a link, which could lead to any other file. */
async function fileAt(path: string): Promise<Stats | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isFile() === true ? found : null
}

/** The firmware in the operator's folder: `<type>.bin` with `<type>.json`. Each call reads the files again. */
export function createFirmwareFolder({ folder, publicUrl, unreadable }: FirmwareFolderOptions) {
  return {
    /** The firmware for a device type; null if there is no valid one. */
    async find(type: DeviceType): Promise<FirmwareOffer | null> {
      if (folder === undefined) return null
      const path = join(folder, `${type}.json`)
      const text = (await fileAt(path)) === null ? null : await readFile(path, 'utf8').catch(() => null)
      if (text === null) return null
      const image = await fileAt(join(folder, imageNameOf(type)))
      const manifest = manifestSchema.safeParse(parseJson(text))
      if (!manifest.success || image === null) {
        unreadable(path)
        return null
      }
      return { ...manifest.data, type, url: `${publicUrl}/firmware/${imageNameOf(type)}` }
    },
    /** The image for a type; null if there is none. */
    async image(type: DeviceType): Promise<{ path: string; size: number; mtimeMs: number } | null> {
      if (folder === undefined) return null
      const path = join(folder, imageNameOf(type))
      const file = await fileAt(path)
      return file === null ? null : { path, size: file.size, mtimeMs: file.mtimeMs }
    },
  }
}

export type FirmwareFolder = ReturnType<typeof createFirmwareFolder>
