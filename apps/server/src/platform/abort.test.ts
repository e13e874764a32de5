import { describe, expect, it, vi } from 'vitest'
import { createAbort } from './abort.ts'

describe('an abort', () => {
  it('is heard once, with its first reason', () => {
    const { signal, abort } = createAbort()
    const heard = vi.fn()
    signal.onAbort(heard)
    expect(signal.aborted).toBe(false)
    abort('device_busy')
    abort('internal_error')
    expect(heard).toHaveBeenCalledOnce()
    expect(signal).toMatchObject({ aborted: true, reason: 'device_busy' })
  })

  it('is not heard by who has left, nor by who comes too late', () => {
    const { signal, abort } = createAbort()
    const left = vi.fn()
    const late = vi.fn()
    const stays = vi.fn()
    signal.onAbort(stays)
    signal.onAbort(left)()
    abort()
    signal.onAbort(late)
    abort()
    expect([stays, left, late].map((listener) => listener.mock.calls.length)).toEqual([1, 0, 0])
  })

  it('is heard by all, also where one of them throws', () => {
    const { signal, abort } = createAbort()
    const heard = vi.fn()
    signal.onAbort(() => {
      throw new Error('broken')
    })
    signal.onAbort(heard)
    expect(() => abort()).toThrow('broken')
    expect(heard).toHaveBeenCalledOnce()
  })

  it('lets one who is told take another out', () => {
    const { signal, abort } = createAbort()
    const heard: string[] = []
    signal.onAbort(() => {
      heard.push('first')
      leave()
    })
    const leave = signal.onAbort(() => heard.push('second'))
    abort()
    expect(heard).toEqual(['first'])
  })
})
