import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeviceType } from '@senca/contract'
import { type Firmware, firmwareSchema } from '@senca/contract/hardware'
import * as z from 'zod/mini'
import { type Rollout, rolloutSchema } from './rollout.ts'

export const imageNameOf = (type: DeviceType): string => `${type}.bin`

export interface FirmwareOffer extends Firmware {
  type: DeviceType
  /** Where devices find it. */
  url: string
  rollout: Rollout
}

/** A roll-out that cannot be read makes the manifest unreadable: nobody may get what was meant for few. */
const manifestSchema = z.extend(firmwareSchema, { rollout: z._default(rolloutSchema, {}) })

interface FirmwareFolderOptions {
  /** Undefined: there is none. */
  folder: string | undefined
  publicUrl: string
  /** The manifest of a kind cannot be read. */
  unreadable(path: string): void
}

/** The firmware in the folder of the operator: `<type>.bin` with `<type>.json`. Each call reads the files again. */
export function createFirmwareFolder({ folder, publicUrl, unreadable }: FirmwareFolderOptions) {
  return {
    /** The firmware for a kind of device; null where there is none that can be read. */
    async find(type: DeviceType): Promise<FirmwareOffer | null> {
      if (folder === undefined) return null
      const path = join(folder, `${type}.json`)
      const text = await readFile(path, 'utf8').catch(() => null)
      if (text === null) return null
      const image = await stat(join(folder, imageNameOf(type))).catch(() => null)
      const manifest = manifestSchema.safeParse(parsed(text))
      if (!manifest.success || image === null || !image.isFile()) {
        unreadable(path)
        return null
      }
      return { ...manifest.data, type, url: `${publicUrl}/firmware/${imageNameOf(type)}` }
    },
    /** Where the image of a kind lies; null where there is no folder. */
    pathOf: (type: DeviceType): string | null =>
      folder === undefined ? null : join(folder, imageNameOf(type)),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export type FirmwareFolder = ReturnType<typeof createFirmwareFolder>
