import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { readKept, writeKept } from './kept-record.ts'

const ANA = 'ana@senca.test'
const AT = Date.parse('2026-11-29T18:04:00Z')
const DAY = 86_400_000
const of = { account: ANA, at: AT, ahead: 0 }
const shade = deviceOf({ id: 'shade', name: 'Living room' })

describe('the kept home', () => {
  it('is read as it was kept [PK11]', () => {
    const text = writeKept(of, {
      devices: [shade],
      preferences: { pinned: ['shade'], facade: [], density: 'compact', units: 'metric' },
    })
    const kept = readKept(text, ANA, AT + DAY)
    expect(kept).toMatchObject({ at: AT, preferences: { pinned: ['shade'] } })
    expect(kept?.devices.map(({ name }) => name)).toEqual(['Living room'])
  })

  it.each([
    ['of another account', 'berta@senca.test', AT, undefined],
    ['of nobody', null, AT, undefined],
    ['older than 30 days', ANA, AT + 30 * DAY + 1, undefined],
    ['of another format', ANA, AT, '{"format":0}'],
    ['that is no text', ANA, AT, { format: 1 }],
    ['that is no JSON', ANA, AT, '{'],
  ])('%s is not read [PK5]', (_name, account, now, text) => {
    expect(readKept(text ?? writeKept(of, { devices: [shade] }), account, now)).toBeNull()
  })

  it('has nothing of who maintains a device or made a scenario, and of hardware and keys [PK11]', () => {
    const device = {
      ...shade,
      maintenance: { by: 'maya@senca.test', until: null },
      hardware: { topic: 'zigbee2mqtt/0x1', secret: 'hidden' },
      upgrade: { reason: 'hidden' },
    }
    const scenario = {
      id: 's',
      name: 'Evening',
      enabled: true,
      targets: ['shade'],
      groups: [],
      devicesManagerId: 'a',
      madeBy: 'marko@senca.test',
      triggers: [],
      actions: [],
      catchUp: 'skip' as const,
      status: 'idle' as const,
      nextAt: null,
      lastRun: null,
    }
    const text = writeKept(of, { devices: [device], scenarios: [scenario] })
    expect(text).not.toMatch(/maya|marko|hidden|zigbee/)
    expect(readKept(text, ANA, AT)?.scenarios).toHaveLength(1)
  })

  it('knows that a device moved then, and nothing of a lock on its way [PK12]', () => {
    const moving = deviceOf({
      id: 'm',
      state: { ...shade.state, status: 'closing', motorLockState: 'unlocking' },
    })
    const [kept] = readKept(writeKept(of, { devices: [moving] }), ANA, AT)?.devices ?? []
    expect(kept?.state).toMatchObject({ status: 'closing', motorLockState: 'unknown' })
  })

  it('drops a device that it cannot read, and no other [PK8]', () => {
    const record = JSON.parse(writeKept(of, { devices: [shade] }))
    record.devices.push({ ...record.devices[0], id: 'new', devicetype: 'teleporter' })
    expect(readKept(JSON.stringify(record), ANA, AT)?.devices.map(({ id }) => id)).toEqual(['shade'])
  })

  it('is at most 1 MiB: of a home that is larger the pinned devices and those in rooms are kept [PK11]', () => {
    const devices = Array.from({ length: 3_000 }, (_, index) =>
      deviceOf({ id: `d${index}`, room: index % 2 === 0 ? 'r' : null }),
    )
    const preferences = {
      pinned: ['d2999'],
      facade: [],
      density: 'compact' as const,
      units: 'metric' as const,
    }
    const text = writeKept(of, { devices, preferences })
    expect(text.length).toBeLessThanOrEqual(1_048_576)
    const ids = readKept(text, ANA, AT)?.devices.map(({ id }) => id) ?? []
    expect(ids[0]).toBe('d2999')
    expect(ids.length).toBeGreaterThan(500)
    const others = ids.slice(1).map((id) => Number(id.slice(1)) % 2)
    expect(others).toEqual([...others].sort())
  })
})
