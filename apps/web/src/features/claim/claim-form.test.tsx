// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/failures.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { settled } from '#i18n/testing/settled.ts'
import { ClaimForm } from './claim-form.tsx'

const field = (name: string): HTMLInputElement => {
  const found = screen.getByRole('textbox', { name })
  if (!(found instanceof HTMLInputElement)) throw new Error(`${name} is no field`)
  return found
}
const submit = () => act(async () => void fireEvent.click(screen.getByRole('button')))
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

beforeEach(() => {
  vi.useFakeTimers()
  hideMessage()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the form that claims a device', () => {
  it('says by the field what is missing, focuses the first, and sends nothing', async () => {
    const claim = vi.spyOn(devicesApi, 'claim')
    render(<ClaimForm onClaimed={() => {}} />)
    await submit()
    expect(screen.getByText('claim.codeEmpty')).toBeTruthy()
    expect(screen.getByText('claim.nameEmpty')).toBeTruthy()
    expect(document.activeElement).toBe(field('claim.code'))
    expect(claim).not.toHaveBeenCalled()
  })

  it('says by its field that a code is unknown, until the field is mended', async () => {
    const refusal = new ApiFailure(404, { error: 'device_not_exist', error_description: '' })
    vi.spyOn(devicesApi, 'claim').mockRejectedValue(refusal)
    render(<ClaimForm onClaimed={() => {}} />)
    write('claim.code', 'ABCD')
    write('claim.name', 'Bedroom')
    await submit()
    await settled()
    expect(screen.getByText('claim.codeUnknown')).toBeTruthy()
    expect(messageStore.getState().message).toBeNull()
    expect(document.activeElement).toBe(field('claim.code'))
    write('claim.code', 'ABCE')
    expect(screen.queryByText('claim.codeUnknown')).toBeNull()
  })

  it('says in the message bar what no field is about', async () => {
    const refusal = new ApiFailure(429, { error: 'too_many_requests', error_description: '' })
    vi.spyOn(devicesApi, 'claim').mockRejectedValue(refusal)
    render(<ClaimForm onClaimed={() => {}} />)
    write('claim.code', 'ABCD')
    write('claim.name', 'Bedroom')
    await submit()
    await settled()
    expect(messageStore.getState().message?.text).toBe('errors.tooManyRequests')
  })

  it('claims once at a double tap, and leads on', async () => {
    const claim = vi.spyOn(devicesApi, 'claim').mockResolvedValue(deviceOf({ name: 'Bedroom' }))
    const onClaimed = vi.fn()
    render(<ClaimForm onClaimed={onClaimed} />)
    write('claim.code', ' ABCD ')
    write('claim.name', 'Bedroom')
    await act(async () => {
      fireEvent.click(screen.getByRole('button'))
      fireEvent.click(screen.getByRole('button'))
    })
    await settled()
    expect(claim.mock.calls).toEqual([['ABCD', 'Bedroom']])
    expect(onClaimed).toHaveBeenCalledTimes(1)
  })
})
