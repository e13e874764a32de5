import type { DeviceStateMessage, DeviceStatusMessage, DeviceType } from '@senca/contract'
import { generationOf } from '@senca/contract/hardware'
import type { Clock } from '../clock.ts'
import { type Download, downloadByHttp } from '../upgrade/download.ts'
import { boot, commit, createFlash, spareSlot } from '../upgrade/flash.ts'
import { imageHeader } from '../upgrade/image.ts'
import { createUpgrade, type UpgradeCommand } from '../upgrade/upgrade.ts'
import type { DeviceMemory } from './device-memory.ts'

/** The factory firmware of each hardware generation. */
export const FACTORY_FIRMWARE = { 1: '1.9.3', 2: '2.4.1' } as const

interface UpgradableOptions {
  clock: Clock
  speed: number
  type: DeviceType
  options: {
    version?: 1 | 2
    firmware?: string
    download?: Download
    trustedKey?(): string | null
  }
  memory: DeviceMemory | null
  hasNetwork(): boolean
  changed(): void
  keep(): void
  sayStatus(): void
  restart(): void
}

/** The firmware of a controller: the running version and its upgrades. */
export interface Upgradable {
  reported(): Pick<DeviceStatusMessage, 'version' | 'firmware' | 'upgradeError'>
  generation(): 1 | 2
  status(): 'upgrading' | null
  fields(): Pick<DeviceStateMessage, 'progress'>
  begin(command: UpgradeCommand): void
  /** Called at a power cut or restart. */
  off(): void
  /** Called at the start: boots the newest complete firmware. */
  on(): void
  memory(): Pick<DeviceMemory, 'firmware' | 'isUpgrading' | 'upgradeError'>
}

export function createUpgradable(options: UpgradableOptions): Upgradable {
  const { clock, speed, type, memory, changed, keep, sayStatus, restart } = options
  const {
    version: made = 2,
    firmware: given,
    download = downloadByHttp,
    trustedKey = () => null,
  } = options.options
  const factory = given ?? FACTORY_FIRMWARE[made]
  let running = memory?.firmware ?? factory
  let upgradeError = memory?.isUpgrading === true ? 'interrupted' : (memory?.upgradeError ?? null)
  /** Created on first use, because thousands of devices never upgrade. */
  let flash: ReturnType<typeof createFlash> | null = null

  const generation = (): 1 | 2 => (running === factory ? made : generationOf(running))

  const ownFlash = () => {
    if (flash !== null) return flash
    flash = createFlash()
    const slot = spareSlot(flash)
    flash.program(slot, 0, Buffer.from(imageHeader(type, running)))
    commit(flash, slot, running)
    return flash
  }

  const upgrade = createUpgrade({
    clock,
    speed,
    flash: {
      read: (area) => ownFlash().read(area),
      erase: (area) => ownFlash().erase(area),
      program: (area, offset, bytes) => ownFlash().program(area, offset, bytes),
    },
    download,
    hasNetwork: options.hasNetwork,
    type: () => type,
    running: () => ({ version: generation(), firmware: running }),
    trustedKey,
    changed,
    finished() {
      changed()
      restart()
    },
    failed(error) {
      upgradeError = error
      keep()
      sayStatus()
      changed()
    },
  })

  return {
    reported: () => ({
      version: generation(),
      firmware: running,
      ...(upgradeError === null ? {} : { upgradeError }),
    }),
    generation,
    status: () => (upgrade.progress() === null ? null : 'upgrading'),
    fields: () => {
      const progress = upgrade.progress()
      return progress === null ? {} : { progress }
    },
    begin(command) {
      upgradeError = null
      upgrade.begin(command)
    },
    off() {
      const isNewNext = flash !== null && boot(flash)?.firmware !== running
      if (upgrade.halt() && !isNewNext) upgradeError = 'interrupted'
    },
    on() {
      running = (flash === null ? null : boot(flash)?.firmware) ?? running
      keep()
    },
    memory: () => ({
      firmware: running === factory ? null : running,
      isUpgrading: upgrade.progress() !== null,
      upgradeError,
    }),
  }
}
