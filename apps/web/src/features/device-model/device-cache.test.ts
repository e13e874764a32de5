import type { DeviceInfo } from '@senca/contract'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { orderNamesIn } from '#i18n/name-order.ts'
import { applyResults, deviceKeys, knownDevices, sortHome } from './device-cache.ts'
import { createLocallyRemoved } from './locally-removed.ts'
import { deviceOf } from './testing/devices.ts'
import { home, memory, updateOf } from './testing/known-home.ts'

describe('spec §4, a pushed state', () => {
  it.each([
    ['a higher restart count', 2, 1, true],
    ['an equal restart and a higher update count', 1, 11, true],
    ['equal counts', 1, 10, true],
    ['a lower update count', 1, 9, false],
    ['a lower restart count', 0, 99, false],
    ['counts that are not known', null, null, true],
  ])('with %s is applied: %s %s → %s', (_name, totalRestarts, totalStateUpdates, isApplied) => {
    const device = deviceOf()
    const { receive, one, reported } = home(device)
    const state = { ...device.state, position: 0.4 }
    receive({
      subject: 'device.state_update',
      data: updateOf(device, { state, totalRestarts, totalStateUpdates }),
    })
    expect(one()?.state.position).toBe(isApplied ? 0.4 : 0)
    expect(reported).toHaveBeenCalledTimes(isApplied ? 1 : 0)
  })

  it('On device.state_update the new device state is recorded.', () => {
    const device = deviceOf()
    const { receive, one } = home(device)
    receive({
      subject: 'device.state_update',
      data: updateOf(device, {
        state: { ...device.state, status: 'closing', position: 0.2, reportedAt: '2026-06-21T10:00:05Z' },
        totalStateUpdates: 11,
      }),
    })
    expect(one()).toMatchObject({
      state: { status: 'closing', position: 0.2 },
      totalStateUpdates: 11,
      connected: true,
      lastSeenAt: '2026-06-21T10:00:05Z',
    })
  })

  it('of a device that goes offline keeps its counts and disconnects it', () => {
    const device = deviceOf()
    const { receive, one } = home(device)
    receive({
      subject: 'device.state_update',
      data: updateOf(device, { state: { ...device.state, status: 'offline' } }),
    })
    expect(one()).toMatchObject({ connected: false, totalStateUpdates: 10, lastSeenAt: null })
  })

  it('of a device that is not known is passed over', () => {
    const { receive, cache } = home()
    receive({ subject: 'device.state_update', data: updateOf(deviceOf(), {}) })
    expect(knownDevices(cache)).toEqual([])
  })
})

describe('devices that come, change and go', () => {
  it('take their place in the order of names', () => {
    const { receive, ids, one } = home(
      deviceOf({ id: 'b', name: 'Bath' }),
      deviceOf({ id: 'k', name: 'Kitchen' }),
    )
    const created = deviceOf({ id: 'd', name: 'door' })
    receive({ subject: 'device.created', data: { deviceId: 'd', device: created } })
    expect(ids()).toEqual(['b', 'd', 'k'])
    receive({ subject: 'device.updated', data: { deviceId: 'd', device: { ...created, name: 'Attic' } } })
    expect(ids()).toEqual(['d', 'b', 'k'])
    expect(one('d')?.name).toBe('Attic')
    receive({ subject: 'device.deleted', data: { deviceId: 'd' } })
    expect(ids()).toEqual(['b', 'k'])
    expect(one('d')).toBeNull()
  })

  it('are in the order of the language that is shown, also when it changes', () => {
    const { cache, receive, ids } = home(
      deviceOf({ id: 'čaj', name: 'Čajna kuhinja' }),
      deviceOf({ id: 'cvet', name: 'Cvetlični vrt' }),
    )
    orderNamesIn('sl')
    sortHome(cache)
    expect(ids()).toEqual(['cvet', 'čaj'])
    receive({
      subject: 'device.created',
      data: { deviceId: 'd', device: deviceOf({ id: 'd', name: 'Cesta' }) },
    })
    expect(ids()).toEqual(['d', 'cvet', 'čaj'])
    orderNamesIn('en')
    sortHome(cache)
    expect(ids()).toEqual(['čaj', 'd', 'cvet'])
  })

  it('that is deleted is reported to its readers, and is back when it comes again', () => {
    const device = deviceOf()
    const { cache, receive, ids } = home(device)
    const observer = new QueryObserver<DeviceInfo | null>(cache, {
      queryKey: deviceKeys.one(device.id),
      enabled: false,
    })
    const stop = observer.subscribe(() => {})
    receive({ subject: 'device.deleted', data: { deviceId: device.id } })
    expect(knownDevices(cache)).toEqual([])
    receive({ subject: 'device.state_update', data: updateOf(device, {}) })
    applyResults(cache, [{ status: 'success', device_ids: [device.id], position: 0.7 }], device)
    expect(observer.getCurrentResult().data).toBeNull()
    receive({ subject: 'device.created', data: { deviceId: device.id, device } })
    expect(observer.getCurrentResult().data).toEqual(device)
    expect(ids()).toEqual([device.id])
    stop()
  })

  it('that were unknown leave no entry', () => {
    const { receive, one } = home()
    receive({ subject: 'device.deleted', data: { deviceId: 'device-1' } })
    expect(one()).toBeUndefined()
  })

  it('are not reported to the person who removed them here, until they are added again', async () => {
    const { cache, events, receive } = home(deviceOf())
    await events.removeLocally('device-1', async () => {
      expect(events.wasRemovedLocally('device-1')).toBe(true)
      receive({
        subject: 'device.updated',
        data: { deviceId: 'device-1', device: deviceOf({ name: 'Late' }) },
      })
    })
    events.deleted('device-1')
    expect(events.wasRemovedLocally('device-1')).toBe(true)
    events.put(deviceOf())
    expect(events.wasRemovedLocally('device-1')).toBe(false)
    await expect(events.removeLocally('device-1', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(events.wasRemovedLocally('device-1')).toBe(false)
    expect(knownDevices(cache)).toEqual([deviceOf()])
  })

  it('are not reported to the person who removed them here after a reload of the page either', () => {
    const storage = memory()
    createLocallyRemoved(storage).add('device-1')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(true)
    createLocallyRemoved(storage).delete('device-1')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(false)
    storage.setItem('senca.removed', 'garbled')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(false)
  })

  it('other subjects change nothing', () => {
    const { receive, cache } = home(deviceOf())
    const before = knownDevices(cache)
    receive({ subject: 'groups.updated', data: {} })
    receive({ subject: 'scenario.deleted', data: { scenarioId: 's' } })
    expect(knownDevices(cache)).toEqual(before)
  })
})

describe('spec §4, results of an action', () => {
  it('A successful action result updates position and inclination on the listed devices. A result whose status is not success changes nothing.', () => {
    const { cache, one } = home(deviceOf(), deviceOf({ id: 'device-2' }), deviceOf({ id: 'device-3' }))
    applyResults(
      cache,
      [
        { status: 'success', device_ids: ['device-1', 'gone'], position: 0.7, inclination: 0.2 },
        {
          status: 'error',
          error: 'device_update_failed',
          error_description: '',
          device_ids: ['device-2'],
          position: 0.9,
        },
        { status: 'success', device_ids: ['device-3'] },
      ],
      undefined,
    )
    expect(one()?.state).toMatchObject({ position: 0.7, inclination: 0.2 })
    expect(one('device-2')?.state.position).toBe(0)
    expect(one('device-3')?.state.position).toBe(0)
  })

  it.each([
    ['since', 11, 0.4],
    ['before', 10, 0.7],
  ])(
    'a late result gives way to what was reported %s the command was sent',
    (_when, totalStateUpdates, position) => {
      const sentFrom = deviceOf()
      const { cache, receive, one } = home(sentFrom)
      const state = { ...sentFrom.state, position: 0.4 }
      receive({ subject: 'device.state_update', data: updateOf(sentFrom, { state, totalStateUpdates }) })
      applyResults(cache, [{ status: 'success', device_ids: [sentFrom.id], position: 0.7 }], sentFrom)
      expect(one()?.state.position).toBe(position)
    },
  )
})
