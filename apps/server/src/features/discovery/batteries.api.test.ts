import { deviceInfoSchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configTopic } from '#testing/entities/announcements.ts'
import { createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { eventually } from '#testing/eventually.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const PAUSE_MS = 61_000
const LOCK = { identifiers: ['zigbee2mqtt_0x01'] }
const CONTACT = { identifiers: ['zigbee2mqtt_0x02'] }
const percent = (state_topic: string, device: object) => ({
  ...{ device_class: 'battery', unit_of_measurement: '%', state_topic, device },
  value_template: '{{ value_json["battery"] }}',
})

/** A door of two pieces of hardware, a lock and a contact, each with a battery of its own. */
async function doorHome() {
  const home = await createBridgeHome(app)
  await home.subscribe()
  const announced = {
    'lock/lock': {
      ...{ unique_id: 'lock', command_topic: 'z/lock/set', state_topic: 'z/lock', device: LOCK },
      value_template: '{{ value_json["state"] }}',
    },
    'binary_sensor/contact': {
      ...{ unique_id: 'contact', device_class: 'door', state_topic: 'z/contact', device: CONTACT },
      ...{ payload_on: false, payload_off: true, value_template: '{{ value_json["contact"] }}' },
    },
    'sensor/lock_battery': percent('z/lock', LOCK),
    'sensor/contact_battery': percent('z/contact', CONTACT),
  }
  for (const [place, config] of Object.entries(announced)) {
    const [component = '', name = ''] = place.split('/')
    await home.publish(configTopic(component, name), config, true)
  }
  await home.publish('z/lock', '{"state":"LOCKED","battery":80}')
  await home.publish('z/contact', '{"contact":true,"battery":55}')
  const entities = await home.list()
  const made = await home.call('add', {
    ids: entities.map(({ id }) => id),
    devicetype: 'home_door',
    name: 'Front door',
  })
  const { id } = deviceInfoSchema.parse(made.body)
  const willBe = (state: object) =>
    eventually(app, async () => expect((await home.owner.info(id))[id]?.state).toMatchObject(state))
  return { home, entities, id, willBe }
}

it('the weakest battery of the hardware of a door is that of the door, and none of them is listed', async () => {
  const { home, entities, id, willBe } = await doorHome()
  expect(entities.map(({ kind }) => kind).toSorted()).toEqual(['contact', 'lock'])
  expect(Object.keys(entities[0] ?? {})).not.toContain('charge')
  await willBe({ battery: 55, batteryLow: false, motorLockState: 'locked' })
  await app.clock.advanceAsync(PAUSE_MS)
  home.owner.forgetApiToken()
  await home.publish('z/contact', '{"contact":true,"battery":12}')
  await willBe({ battery: 12, batteryLow: true })
  // The other one does not replace it.
  await home.publish('z/lock', '{"state":"UNLOCKED","battery":79}')
  await willBe({ battery: 12, batteryLow: true, motorLockState: 'unlocked' })
  await home.publish('z/lock', '{"state":"LOCKED","battery":"broken"}')
  await willBe({ battery: 12, motorLockState: 'locked' })
  expect((await home.owner.info(id))[id]).toMatchObject({ connected: true })
})

it('a charge that was reported before a restart stays until the hardware reports again', async () => {
  const { home, willBe } = await doorHome()
  await willBe({ battery: 55 })
  await app.restart()
  home.owner.forgetApiToken()
  await willBe({ battery: 55, batteryLow: false })
})
