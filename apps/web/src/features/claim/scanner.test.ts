// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canScan, startScan } from './scanner.ts'

const stop = vi.fn()
const getUserMedia = vi.fn()
let seen: string[][] = []

class Detector {
  async detect() {
    return (seen.shift() ?? []).map((rawValue) => ({ rawValue }))
  }
}

const scan = () => {
  const video = document.createElement('video')
  Object.defineProperty(video, 'srcObject', { value: null, writable: true })
  vi.spyOn(video, 'play').mockResolvedValue()
  const found = { onCode: vi.fn(), onFault: vi.fn() }
  return { ...found, end: startScan(video, found) }
}

beforeEach(() => {
  vi.useFakeTimers()
  stop.mockClear()
  getUserMedia.mockResolvedValue({ getTracks: () => [{ stop }] })
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a scan', () => {
  it('reads pictures until one has a code, reports it once, and switches the camera off', async () => {
    seen = [[], ['https://example.com/manual'], [' ABCD-1234 '], ['NEXT']]
    const { onCode } = scan()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onCode.mock.calls).toEqual([['ABCD-1234']])
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it('that is ended switches the camera off and reports nothing, also while the camera is being requested', async () => {
    seen = [['ABCD']]
    const { onCode, onFault, end } = scan()
    end()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(stop).toHaveBeenCalled()
    expect([onCode.mock.calls, onFault.mock.calls]).toEqual([[], []])
  })

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'noCamera'],
    ['NotReadableError', 'cameraFailed'],
  ])('answers %s with %s', async (name, fault) => {
    getUserMedia.mockRejectedValue(new DOMException('', name))
    const { onFault } = scan()
    await vi.advanceTimersByTimeAsync(0)
    expect(onFault.mock.calls).toEqual([[fault]])
  })

  it('is not offered where the browser reads no codes or has no cameras for pages', () => {
    expect(canScan()).toBe(true)
    vi.stubGlobal('navigator', {})
    expect(canScan()).toBe(false)
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    vi.stubGlobal('BarcodeDetector', undefined)
    expect(canScan()).toBe(false)
  })
})
