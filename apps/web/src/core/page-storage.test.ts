import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

it('a browser that refuses storage throws only when it is used', async () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  const { browserStorage } = await import('./page-storage.ts')
  expect(() => browserStorage.getItem('any')).toThrow('refused')
  Reflect.deleteProperty(globalThis, 'localStorage')
})
