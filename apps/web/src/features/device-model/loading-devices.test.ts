import { type DeviceInfo, LIMITS } from '@senca/contract'
import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { deviceKeys, knownDevices } from './device-cache.ts'
import { createDeviceEvents } from './device-events.ts'
import { withLoaded } from './device-merge.ts'
import { batchesOf, createDevicesApi, type DevicesApi } from './devices.api.ts'
import { deviceQuery, homeQuery } from './devices.queries.ts'
import { createLocallyRemoved } from './locally-removed.ts'
import { deviceOf } from './testing/devices.ts'
import { client, home, memory, updateOf } from './testing/known-home.ts'

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
    const { cache, receive, one } = home(device)
    const api = apiOf([{ ...device, name: 'Renamed' }], () =>
      receive({
        subject: 'device.state_update',
        data: updateOf(device, { state: { ...device.state, status: 'offline' } }),
      }),
    )
    await cache.fetchQuery({ ...homeQuery(cache, api, Date.now), staleTime: 0 })
    expect(one()).toMatchObject({ name: 'Renamed', connected: false, state: { status: 'offline' } })
  })

  it('removes devices that the home has lost meanwhile, and restores those that it has again', async () => {
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

  it('uses the state of the server after a lost connection, and its own only when that is newer', () => {
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

  it('returns false where there is nothing to load', async () => {
    const events = createDeviceEvents(client(), { reported: () => {} }, createLocallyRemoved(memory()))
    expect(await events.reload()).toBe(false)
  })

  it('notifies the commands of each device that it found changed, and returns whether the home was loaded', async () => {
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
    const answers: ((infos: Record<string, DeviceInfo>) => void)[] = []
    const info = vi.fn(() => new Promise<Record<string, DeviceInfo>>((resolve) => answers.push(resolve)))
    const query = deviceQuery(
      { ...createDevicesApi({ request: vi.fn(), forgetToken: vi.fn() }), info },
      device.id,
    )
    cache.setQueryData(query.queryKey, device)
    const sink = createDeviceEvents(cache, { reported: vi.fn() }, createLocallyRemoved(memory()))
    const loaded = cache.fetchQuery({ ...query, staleTime: 0 })
    return {
      cache,
      device,
      sink,
      loaded,
      /** Answers the oldest call that has no answer. */
      answer(given = device) {
        const oldest = answers.shift()
        oldest?.({ [device.id]: given })
        return oldest
      },
    }
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

  it('is loaded again when it was changed while it was being loaded', async () => {
    const { cache, device, sink, loaded, answer } = loading()
    const renamed = { ...device, name: 'Renamed' }
    sink.put(renamed)
    answer(device)
    await vi.waitFor(() => expect(answer(renamed)).toBeDefined())
    expect(await loaded).toMatchObject({ name: 'Renamed' })
    expect(cache.getQueryData(deviceKeys.one(device.id))).toMatchObject({ name: 'Renamed' })
  })

  it('is what was loaded otherwise', async () => {
    const { device, loaded, answer } = loading()
    answer()
    expect(await loaded).toMatchObject({ id: device.id, connected: true })
  })
})
