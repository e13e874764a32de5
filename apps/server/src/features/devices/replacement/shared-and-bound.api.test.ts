import { type DeviceInfo, deviceInfoSchema } from '@senca/contract'
import { sunSchema } from '@senca/contract/automation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askDevice, claimUnseen } from '#testing/device-calls.ts'
import { createPerson, giveRole, listReceived, listRoles, type Person } from '#testing/homes/role-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const SUN = { azimuth: 180, mode: 'glare', enabled: true }

describe('a controller that replaces another', () => {
  let app: TestApp
  let owner: Person
  let receiver: Person

  beforeAll(async () => {
    app = await createTestApp()
    owner = await createPerson(app)
    receiver = await createPerson(app)
  })
  afterAll(() => app.close())

  const infoOf = async (client: TestClient, id: string): Promise<DeviceInfo | undefined> =>
    (await client.info(id))[id]
  const replace = async (token: string, type: 'textile_screen' | 'home_door'): Promise<string> => {
    const [fresh] = await owner.provision(type)
    const json = { token, claimCode: fresh?.claimCode }
    return deviceInfoSchema.parse(await owner.ok(askDevice(owner, 'replace', json))).id
  }

  it('is shared by the roles of the old one, with their permissions, and the old one is not', async () => {
    const { id: old } = await claimUnseen(owner, 'textile_screen')
    const { id: other } = await claimUnseen(owner, 'textile_screen')
    const role = await giveRole(owner, {
      permissions: ['view', 'command'],
      devices: [old, other],
      users: [receiver.email],
    })
    expect((await infoOf(receiver, old))?.permissions).toEqual(['view', 'command'])
    const fresh = await replace(old, 'textile_screen')
    expect(await infoOf(receiver, old)).toBeUndefined()
    expect((await infoOf(receiver, fresh))?.permissions).toEqual(['view', 'command'])
    const [kept] = (await listRoles(owner)).filter(({ id }) => id === role.id)
    expect([...(kept?.devices ?? [])].sort()).toEqual([fresh, other].sort())
    expect(JSON.stringify(await listReceived(receiver))).not.toContain(old)
  })

  it('is the door behind a shade, and has the door of the shade that it replaces', async () => {
    const { id: shade } = await claimUnseen(owner, 'textile_screen')
    const { id: door } = await claimUnseen(owner, 'home_door')
    await owner.ok(askDevice(owner, 'doorway', { token: shade, door }))
    const newDoor = await replace(door, 'home_door')
    expect((await infoOf(owner, shade))?.doorId).toBe(newDoor)
    const newShade = await replace(shade, 'textile_screen')
    expect((await infoOf(owner, newShade))?.doorId).toBe(newDoor)
  })

  it('follows the sun as the old one did', async () => {
    const place = { name: 'Home', lat: 46.05, lon: 14.51 }
    await owner.ok(owner.api('POST', '/auth/api/v1/home/create', { json: place }))
    const { id: old } = await claimUnseen(owner, 'textile_screen')
    await owner.ok(askDevice(owner, 'sun', { token: old, azimuth: SUN.azimuth, mode: SUN.mode }))
    const before = sunSchema.parse((await infoOf(owner, old))?.sun)
    const fresh = await replace(old, 'textile_screen')
    expect(sunSchema.parse((await infoOf(owner, fresh))?.sun)).toMatchObject({
      azimuth: before.azimuth,
      mode: before.mode,
    })
    const { rows } = await app.database.pool.query(
      'select device_id from sun_looks where device_id = any($1)',
      [[old, fresh]],
    )
    expect(rows).toEqual([{ device_id: fresh }])
  })
})
