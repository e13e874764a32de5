// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDeviceNames } from './use-device-names.ts'

it('names devices in the given order, and one that has left the home in general', () => {
  const devices = [
    { id: 'shade', name: 'Bedroom' },
    { id: 'door', name: 'Front door' },
  ]
  const { result } = renderHook(() => useDeviceNames(devices))
  expect(result.current(['door', 'gone', 'shade'])).toBe('Front door, links.gone, Bedroom')
})
