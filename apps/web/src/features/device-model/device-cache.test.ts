import { type DeviceInfo, LIMITS, type StateUpdate } from '@senca/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { applyEvent } from '#core/apply-event.ts'
import { orderNamesIn } from '#i18n/name-order.ts'
import { applyResults, deviceKeys, knownDevices, sortHome } from './device-cache.ts'
import { createDeviceEvents } from './device-events.ts'
import { withLoaded } from './device-merge.ts'
import { batchesOf, createDevicesApi, type DevicesApi } from './devices.api.ts'
import { deviceQuery, homeQuery } from './devices.queries.ts'
import { createLocallyRemoved } from './locally-removed.ts'
import { deviceOf } from './testing/devices.ts'

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** A storage that only lasts for one test. */
const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const updateOf = (device: DeviceInfo, given: Partial<StateUpdate>): StateUpdate => ({
  deviceId: device.id,
  state: device.state,
  totalRestarts: device.totalRestarts,
  totalStateUpdates: device.totalStateUpdates,
  ...given,
})

function home(...devices: DeviceInfo[]) {
  const cache = client()
  cache.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  for (const device of devices) cache.setQueryData(deviceKeys.one(device.id), device)
  const reported = vi.fn()
  const devicesSink = createDeviceEvents(cache, { reported }, createLocallyRemoved(memory()))
  return {
    cache,
    reported,
    events: devicesSink,
    hear: (message: Parameters<typeof applyEvent>[0]) => applyEvent(message, devicesSink),
    one: (id = 'device-1') => cache.getQueryData<DeviceInfo | null>(deviceKeys.one(id)),
    ids: () => cache.getQueryData<string[]>(deviceKeys.home),
  }
}

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
    const { hear, one, reported } = home(device)
    const state = { ...device.state, position: 0.4 }
    hear({
      subject: 'device.state_update',
      data: updateOf(device, { state, totalRestarts, totalStateUpdates }),
    })
    expect(one()?.state.position).toBe(isApplied ? 0.4 : 0)
    expect(reported).toHaveBeenCalledTimes(isApplied ? 1 : 0)
  })

  it('On device.state_update the new device state is recorded.', () => {
    const device = deviceOf()
    const { hear, one } = home(device)
    hear({
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
    const { hear, one } = home(device)
    hear({
      subject: 'device.state_update',
      data: updateOf(device, { state: { ...device.state, status: 'offline' } }),
    })
    expect(one()).toMatchObject({ connected: false, totalStateUpdates: 10, lastSeenAt: null })
  })

  it('of a device that is not known is passed over', () => {
    const { hear, cache } = home()
    hear({ subject: 'device.state_update', data: updateOf(deviceOf(), {}) })
    expect(knownDevices(cache)).toEqual([])
  })
})

describe('devices that come, change and go', () => {
  it('take their place in the order of names', () => {
    const { hear, ids, one } = home(
      deviceOf({ id: 'b', name: 'Bath' }),
      deviceOf({ id: 'k', name: 'Kitchen' }),
    )
    const created = deviceOf({ id: 'd', name: 'door' })
    hear({ subject: 'device.created', data: { deviceId: 'd', device: created } })
    expect(ids()).toEqual(['b', 'd', 'k'])
    hear({ subject: 'device.updated', data: { deviceId: 'd', device: { ...created, name: 'Attic' } } })
    expect(ids()).toEqual(['d', 'b', 'k'])
    expect(one('d')?.name).toBe('Attic')
    hear({ subject: 'device.deleted', data: { deviceId: 'd' } })
    expect(ids()).toEqual(['b', 'k'])
    expect(one('d')).toBeNull()
  })

  it('are in the order of the language that is shown, also when it changes', () => {
    const { cache, hear, ids } = home(
      deviceOf({ id: 'čaj', name: 'Čajna kuhinja' }),
      deviceOf({ id: 'cvet', name: 'Cvetlični vrt' }),
    )
    orderNamesIn('sl')
    sortHome(cache)
    expect(ids()).toEqual(['cvet', 'čaj'])
    hear({ subject: 'device.created', data: { deviceId: 'd', device: deviceOf({ id: 'd', name: 'Cesta' }) } })
    expect(ids()).toEqual(['d', 'cvet', 'čaj'])
    orderNamesIn('en')
    sortHome(cache)
    expect(ids()).toEqual(['čaj', 'd', 'cvet'])
  })

  it('that is deleted is told to who shows it, and is back when it comes again', () => {
    const device = deviceOf()
    const { cache, hear, ids } = home(device)
    const observer = new QueryObserver<DeviceInfo | null>(cache, {
      queryKey: deviceKeys.one(device.id),
      enabled: false,
    })
    const stop = observer.subscribe(() => {})
    hear({ subject: 'device.deleted', data: { deviceId: device.id } })
    expect(knownDevices(cache)).toEqual([])
    hear({ subject: 'device.state_update', data: updateOf(device, {}) })
    applyResults(cache, [{ status: 'success', device_ids: [device.id], position: 0.7 }])
    expect(observer.getCurrentResult().data).toBeNull()
    hear({ subject: 'device.created', data: { deviceId: device.id, device } })
    expect(observer.getCurrentResult().data).toEqual(device)
    expect(ids()).toEqual([device.id])
    stop()
  })

  it('that nobody knew leave nothing behind', () => {
    const { hear, one } = home()
    hear({ subject: 'device.deleted', data: { deviceId: 'device-1' } })
    expect(one()).toBeUndefined()
  })

  it('are no news to who removed them here, until they come again', async () => {
    const { cache, events, hear } = home(deviceOf())
    await events.removeLocally('device-1', async () => {
      expect(events.wasRemovedHere('device-1')).toBe(true)
      hear({ subject: 'device.updated', data: { deviceId: 'device-1', device: deviceOf({ name: 'Late' }) } })
    })
    events.deleted('device-1')
    expect(events.wasRemovedHere('device-1')).toBe(true)
    events.put(deviceOf())
    expect(events.wasRemovedHere('device-1')).toBe(false)
    await expect(events.removeLocally('device-1', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(events.wasRemovedHere('device-1')).toBe(false)
    expect(knownDevices(cache)).toEqual([deviceOf()])
  })

  it('are no news to who removed them here after a reload of the page either', () => {
    const storage = memory()
    createLocallyRemoved(storage).add('device-1')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(true)
    createLocallyRemoved(storage).delete('device-1')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(false)
    storage.setItem('senca.removed', 'garbled')
    expect(createLocallyRemoved(storage).has('device-1')).toBe(false)
  })

  it('other subjects change nothing', () => {
    const { hear, cache } = home(deviceOf())
    const before = knownDevices(cache)
    hear({ subject: 'groups.updated', data: {} })
    hear({ subject: 'scenario.deleted', data: { scenarioId: 's' } })
    expect(knownDevices(cache)).toEqual(before)
  })
})

describe('spec §4, results of an action', () => {
  it('A successful action result updates position and inclination on the listed devices. A result whose status is not success changes nothing.', () => {
    const { cache, one } = home(deviceOf(), deviceOf({ id: 'device-2' }), deviceOf({ id: 'device-3' }))
    applyResults(cache, [
      { status: 'success', device_ids: ['device-1', 'gone'], position: 0.7, inclination: 0.2 },
      {
        status: 'error',
        error: 'device_update_failed',
        error_description: '',
        device_ids: ['device-2'],
        position: 0.9,
      },
      { status: 'success', device_ids: ['device-3'] },
    ])
    expect(one()?.state).toMatchObject({ position: 0.7, inclination: 0.2 })
    expect(one('device-2')?.state.position).toBe(0)
    expect(one('device-3')?.state.position).toBe(0)
  })
})

describe('loading the home', () => {
  const apiOf = (devices: DeviceInfo[], during: () => void = () => {}): DevicesApi => ({
    ...createDevicesApi({
      request: () => Promise.reject(new Error('not asked for')),
      forgetToken: () => {},
    }),
    list: async () => Object.fromEntries(devices.map(({ id, name }) => [id, name])),
    info: async () => {
      during()
      return Object.fromEntries(devices.map((device) => [device.id, device]))
    },
  })

  it('sets the ids in order of name and fills each device', async () => {
    const cache = client()
    const api = apiOf([deviceOf({ id: 'x', name: 'Window 10' }), deviceOf({ id: 'y', name: 'Window 9' })])
    expect(await cache.fetchQuery(homeQuery(cache, api, Date.now))).toEqual(['y', 'x'])
    expect(knownDevices(cache).map(({ id }) => id)).toEqual(['y', 'x'])
  })

  it('keeps a state that was pushed while it loaded', async () => {
    const device = deviceOf()
    const { cache, hear, one } = home(device)
    const api = apiOf([{ ...device, name: 'Renamed' }], () =>
      hear({
        subject: 'device.state_update',
        data: updateOf(device, { state: { ...device.state, status: 'offline' } }),
      }),
    )
    await cache.fetchQuery({ ...homeQuery(cache, api, Date.now), staleTime: 0 })
    expect(one()).toMatchObject({ name: 'Renamed', connected: false, state: { status: 'offline' } })
  })

  it('takes away what the home has lost meanwhile, and brings back what it has again', async () => {
    const device = deviceOf()
    const { cache, one } = home(device)
    const load = (devices: DeviceInfo[]) =>
      cache.fetchQuery({
        ...homeQuery(cache, apiOf(devices), () => Date.now() + 1),
        staleTime: 0,
      })
    expect(await load([])).toEqual([])
    expect(one()).toBeNull()
    expect(await load([device])).toEqual([device.id])
    expect(one()).toEqual(device)
  })

  it('takes the server’s word after a loss, and its own only when that is newer', () => {
    const known = deviceOf({ totalStateUpdates: 10, state: { position: 0.1 } })
    const same = deviceOf({ totalStateUpdates: 10, state: { position: 0.2 } })
    const older = deviceOf({ totalStateUpdates: 9, state: { position: 0.3 }, name: 'Renamed' })
    expect(withLoaded(known, same, false).state.position).toBe(0.2)
    expect(withLoaded(known, older, false)).toMatchObject({ name: 'Renamed', state: { position: 0.1 } })
    expect(withLoaded(undefined, older, true)).toBe(older)
    const neverReported = deviceOf({ totalRestarts: null, totalStateUpdates: null })
    expect(withLoaded(neverReported, older, true)).toBe(older)
  })

  it('is done again when a device came while it loaded', async () => {
    const late = deviceOf({ id: 'late', name: 'Late' })
    const cache = client()
    const events = createDeviceEvents(cache, { reported: () => {} }, createLocallyRemoved(memory()))
    let loads = 0
    const first = deviceOf()
    const api: DevicesApi = {
      ...apiOf([]),
      list: async () => ({}),
      info: async () => {
        loads += 1
        if (loads > 1) return { [first.id]: first, late }
        events.put(late)
        return { [first.id]: first }
      },
    }
    const stop = new QueryObserver(cache, homeQuery(cache, api, Date.now)).subscribe(() => {})
    await vi.waitFor(() => expect(cache.getQueryData(deviceKeys.home)).toEqual(['device-1', 'late']))
    stop()
  })

  it('does not say that it came where there is nothing to load', async () => {
    const events = createDeviceEvents(client(), { reported: () => {} }, createLocallyRemoved(memory()))
    expect(await events.reload()).toBe(false)
  })

  it('tells the commands of each device that it found changed, and says whether it came', async () => {
    const moved = deviceOf({ totalStateUpdates: 11, state: { position: 1 } })
    const still = deviceOf({ id: 'device-2' })
    const { cache, reported, events } = home(deviceOf(), still)
    let isReachable = true
    const api: DevicesApi = {
      ...apiOf([moved, still]),
      list: async () => {
        if (!isReachable) throw new Error('offline')
        return { 'device-1': 'Bedroom', 'device-2': 'Bedroom' }
      },
    }
    const stop = new QueryObserver(cache, homeQuery(cache, api, Date.now)).subscribe(() => {})
    expect(await events.reload()).toBe(true)
    expect(reported.mock.calls).toEqual([[moved]])
    isReachable = false
    expect(await events.reload()).toBe(false)
    expect(reported).toHaveBeenCalledOnce()
    stop()
  })

  it('asks for at most 100 devices at a time', () => {
    const tokens = Array.from({ length: 250 }, (_, index) => `t${index}`)
    const batches = batchesOf(tokens, LIMITS.DEVICE_INFO_BATCH)
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(batches.flat()).toEqual(tokens)
    expect(batchesOf([], 100)).toEqual([])
  })
})

describe('a device that is loaded on its own screen', () => {
  const loading = () => {
    const cache = client()
    const device = deviceOf({ id: 'device-1' })
    let answer: (infos: Record<string, DeviceInfo>) => void = () => {}
    const info = vi.fn(
      () =>
        new Promise<Record<string, DeviceInfo>>((resolve) => {
          answer = resolve
        }),
    )
    const query = deviceQuery(
      { ...createDevicesApi({ request: vi.fn(), forgetToken: vi.fn() }), info },
      device.id,
    )
    cache.setQueryData(query.queryKey, device)
    const sink = createDeviceEvents(cache, { reported: vi.fn() }, createLocallyRemoved(memory()))
    const loaded = cache.fetchQuery({ ...query, staleTime: 0 })
    return { cache, device, sink, loaded, answer: () => answer({ [device.id]: device }) }
  }

  it('stays offline when it went offline while it was being loaded', async () => {
    const { device, sink, loaded, answer } = loading()
    sink.stateUpdated(updateOf(device, { state: { ...device.state, status: 'offline' } }))
    answer()
    expect(await loaded).toMatchObject({ connected: false, state: { status: 'offline' } })
  })

  it('stays away when it was deleted while it was being loaded', async () => {
    const { device, sink, loaded, answer } = loading()
    sink.deleted(device.id)
    answer()
    expect(await loaded).toBeNull()
  })

  it('is what was loaded otherwise', async () => {
    const { device, loaded, answer } = loading()
    answer()
    expect(await loaded).toMatchObject({ id: device.id, connected: true })
  })
})
