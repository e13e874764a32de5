import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStorage, isStorageRefused, tabStorage } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

const PLACES = [
  ['localStorage', browserStorage],
  ['sessionStorage', tabStorage],
] as const

function refuse(name: string) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  return () => Reflect.deleteProperty(globalThis, name)
}

/** A storage that is there and takes nothing. */
const full = {
  getItem: (key: string) => (key === 'old' ? 'kept' : null),
  setItem() {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem() {},
}

describe('what a browser keeps', () => {
  it.each(PLACES)('is kept in memory where %s is refused [PK4]', (name, storage) => {
    const allow = refuse(name)
    expect(storage.getItem('any')).toBeNull()
    expect(storage.setItem('any', 'value')).toBe(false)
    expect(storage.getItem('any')).toBe('value')
    storage.removeItem('any')
    expect(storage.getItem('any')).toBeNull()
    allow()
  })

  it.each(PLACES)('is kept in memory where %s is full, before what it has [PK4]', (name, storage) => {
    vi.stubGlobal(name, full)
    expect(storage.getItem('old')).toBe('kept')
    expect(storage.setItem('old', 'newer')).toBe(false)
    expect(storage.getItem('old')).toBe('newer')
    storage.removeItem('old')
  })

  it('says whether it is kept at all', () => {
    const values = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    })
    expect(isStorageRefused()).toBe(false)
    expect(values.size).toBe(0)
    vi.stubGlobal('localStorage', full)
    expect(isStorageRefused()).toBe(true)
  })
})
