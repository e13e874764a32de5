import { backUp } from '../../backup/backup.ts'
import { createConfirmedClient, makeLink } from '../homes/link-home.ts'
import { createPerson, giveRole } from '../homes/role-home.ts'
import { setUpTotp } from '../homes/second-factor-home.ts'
import { moveIn } from '../homes/test-home.ts'
import { createTestApp, SESSION_SECRET } from '../test-app.ts'
import { createTestClient } from '../test-client.ts'

export const FIXTURE_OWNER = 'owner@fixture.example.com'

/** Uses a home with a little of every feature and writes a backup of it: the data of this version. */
export async function makeUpgradeFixture(path: string): Promise<void> {
  const app = await createTestApp()
  try {
    const owner = createTestClient(app)
    await owner.ok(owner.register(FIXTURE_OWNER))
    await app.database.pool.query('update accounts set is_confirmed = true')
    const shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen', state: { position: 0.25 } })
    const blind = await moveIn(app, owner, 'venetian_blind', {
      name: 'Bath',
      state: { position: 0.5, inclination: 1 },
    })
    const light = await moveIn(app, owner, 'light', { name: 'Lamp' })
    const door = await moveIn(app, owner, 'home_door', { name: 'Front door' })
    const api = (call: string, json: object) => owner.ok(owner.api('POST', `/auth/api/v1/${call}`, { json }))
    const devices = [shade.id, blind.id, light.id, door.id]
    await api('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    await api('room/create', { name: 'Ground floor', devices: devices.slice(0, 2) })
    await api('group/create', { name: 'All shades', devices: [shade.id] })
    await api('scenario/create', {
      name: 'Morning',
      enabled: true,
      targets: [shade.id],
      triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
      actions: [{ type: 'MoveSelf', position: 0.5 }],
    })
    await makeLink(app, owner, [shade.id, door.id])
    const neighbor = await createPerson(app)
    await giveRole(owner, { permissions: ['view', 'command'], devices: [blind.id], users: [neighbor.email] })
    await owner.move([{ token: shade.id, command: 'move', position: 25 }], true)
    await setUpTotp(app, await createConfirmedClient(app))
    for (const { device } of [shade, blind, light, door]) await device.end()
    const source = { url: app.database.url, sessionSecret: SESSION_SECRET, isSecretKept: true }
    await backUp(source, path, { isForced: true, signal: new AbortController().signal })
  } finally {
    await app.close()
  }
}
