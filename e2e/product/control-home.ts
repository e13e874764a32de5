import { expect, type Page } from '@playwright/test'
import type { DeviceInfo } from '@senca/contract'
import { ControlPage } from '../pages/control.page.ts'
import { EntrancePage } from '../pages/entrance.page.ts'
import { type Furniture, startHome } from './home.ts'
import type { Server } from './server.ts'

/** At this speed a roller shutter needs eleven seconds, slowly enough to act while it moves. */
const SPEED = 2

/** A home whose shades are met on their way, and their control screens. */
export async function startControlHome(server: Server, devices?: readonly Furniture[]) {
  const { product, owner } = await startHome(server, SPEED, [], devices)
  return {
    product,
    owner,
    isMoving: (id: string) =>
      expect.poll(async () => (await owner.device(id)).state.status, { intervals: [50] }).not.toBe('ready'),
    /** Moves the device to a position (0..100) through the API. */
    async placed(
      devicetype: DeviceInfo['devicetype'],
      place: { position?: number; inclination?: number },
    ): Promise<DeviceInfo> {
      const { id } = await owner.first(devicetype)
      await owner.move([{ token: id, command: 'move', ...place }], true)
      return owner.device(id)
    },
    async show(page: Page, id: string): Promise<ControlPage> {
      await new EntrancePage(page).bringSession(product)
      const control = new ControlPage(page)
      await control.open(product.url, id)
      return control
    },
  }
}

export type ControlHome = Awaited<ReturnType<typeof startControlHome>>
