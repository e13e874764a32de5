import { describe, expect, it, vi } from 'vitest'
import { reloadIfOutdated } from './deployment.ts'

function setUp({
  page = '<script src="/assets/new.js">',
  storage = new Map<string, string>(),
  isKept = true,
} = {}) {
  const fields = { areFilled: false }
  const time = { now: 1_000_000 }
  const reload = vi.fn()
  const offerReload = vi.fn()
  const fail = () =>
    reloadIfOutdated({
      entry: '/assets/old.js',
      fetchPage: async () => {
        if (page === '') throw new Error('offline')
        return page
      },
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => isKept && storage.set(key, value) === storage,
      },
      now: () => time.now,
      isWriting: () => fields.areFilled,
      offerReload,
      reload,
    })
  return { fail, reload, offerReload, time, fields }
}

describe('a page of which a file does not come', () => {
  it('is reloaded when the server has a newer app [SN16]', async () => {
    const { fail, reload } = setUp()
    await fail()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is reloaded once, though the newer app does not come', async () => {
    const { fail, reload, time } = setUp()
    await fail()
    time.now += 60_000
    await fail()
    expect(reload).toHaveBeenCalledOnce()
    time.now += 300_000
    await fail()
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('is not reloaded where nothing says afterwards that it was [PK4]', async () => {
    const { fail, reload } = setUp({ isKept: false })
    await fail()
    expect(reload).not.toHaveBeenCalled()
  })

  it('offers to be reloaded while somebody writes on it, and is reloaded after [SN16]', async () => {
    const { fail, reload, offerReload, fields } = setUp()
    fields.areFilled = true
    await fail()
    expect(reload).not.toHaveBeenCalled()
    expect(offerReload).toHaveBeenCalledOnce()
    fields.areFilled = false
    await fail()
    expect(reload).toHaveBeenCalledOnce()
    expect(offerReload).toHaveBeenCalledOnce()
  })

  it.each([
    ['the server has the same app', '<script src="/assets/old.js">'],
    ['the server does not answer', ''],
  ])('stays when %s', async (_name, page) => {
    const { fail, reload, offerReload, fields } = setUp({ page })
    await fail()
    fields.areFilled = true
    await fail()
    expect(reload).not.toHaveBeenCalled()
    expect(offerReload).not.toHaveBeenCalled()
  })
})
