import { describe, expect, it } from 'vitest'
import { createDeviceGroups, identityOf } from './device-groups.ts'

describe('[HW20] the key of a device', () => {
  it.each([
    ['A4C138FFAABB', 'mac:a4c138ffaabb'],
    ['a4:c1:38:ff:aa:bb', 'mac:a4c138ffaabb'],
    ['a4-c1-38-ff-aa-bb', 'mac:a4c138ffaabb'],
    ['zigbee2mqtt_0x0001', 'id:zigbee2mqtt_0x0001'],
  ])('is by %s', (value, identity) => {
    expect(identityOf(value)).toBe(identity)
  })

  it('is shared by entities with one identity in common, also through others', () => {
    const groups = createDeviceGroups()
    const [a, b, c, other] = [{}, {}, {}, {}]
    groups.set(a, ['id:1'])
    groups.set(b, ['id:2'])
    groups.set(other, ['id:9'])
    expect(groups.keyOf(a)).not.toBe(groups.keyOf(b))
    groups.set(c, ['id:2', 'id:1'])
    expect(groups.keyOf(a)).toBe(groups.keyOf(b))
    expect(groups.keyOf(c)).toBe(groups.keyOf(a))
    expect(groups.keyOf(other)).not.toBe(groups.keyOf(a))
  })

  it('is no longer shared when the entity that joined them is gone', () => {
    const groups = createDeviceGroups()
    const [a, b, c] = [{}, {}, {}]
    groups.set(a, ['id:1'])
    groups.set(b, ['id:2'])
    groups.set(c, ['id:1', 'id:2'])
    groups.set(c, [])
    expect(groups.keyOf(a)).not.toBe(groups.keyOf(b))
    expect(groups.keyOf(c)).toBeNull()
  })

  it('does not depend on the order of announcements', () => {
    const keyAfter = (...lists: string[][]) => {
      const groups = createDeviceGroups()
      const owners = lists.map((identities) => {
        const owner = {}
        groups.set(owner, identities)
        return owner
      })
      return owners.map((owner) => groups.keyOf(owner))
    }
    const [one] = keyAfter(['id:b'], ['id:a', 'id:b'])
    const [, other] = keyAfter(['id:a', 'id:b'], ['id:b'])
    expect(one).toBe(other)
  })
})
