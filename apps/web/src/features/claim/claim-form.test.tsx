// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { settled } from '#i18n/testing/settled.ts'
import { ClaimForm } from './claim-form.tsx'

const field = (name: string): HTMLInputElement => {
  const found = screen.getByRole('textbox', { name })
  if (!(found instanceof HTMLInputElement)) throw new Error(`${name} is no field`)
  return found
}
const room = { id: 'room-1', name: 'Kitchen', devices: ['lamp'] }
const show = (onClaimed: () => void) => {
  const client = new QueryClient()
  client.setQueryData(roomKeys.list, [room])
  render(
    <QueryClientProvider client={client}>
      <ClaimForm onClaimed={onClaimed} />
    </QueryClientProvider>,
  )
}
const choose = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'claim.room' }), { target: { value } })
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
  it('says by the field what is missing, focuses the first, and sends nothing [SN19]', async () => {
    const claim = vi.spyOn(devicesApi, 'claim')
    show(() => {})
    await submit()
    expect(screen.getByText('claim.codeEmpty')).toBeTruthy()
    expect(screen.getByText('claim.nameEmpty')).toBeTruthy()
    expect(document.activeElement).toBe(field('claim.code'))
    expect(claim).not.toHaveBeenCalled()
  })

  it('says by its field that a code is unknown, until the field is mended', async () => {
    const refusal = new ApiFailure(404, { error: 'device_not_exist', error_description: '' })
    vi.spyOn(devicesApi, 'claim').mockRejectedValue(refusal)
    show(() => {})
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
    show(() => {})
    write('claim.code', 'ABCD')
    write('claim.name', 'Bedroom')
    await submit()
    await settled()
    expect(messageStore.getState().message?.text).toBe('errors.tooManyRequests')
  })

  it('claims once at a double tap, and goes to the next page', async () => {
    const claim = vi.spyOn(devicesApi, 'claim').mockResolvedValue(deviceOf({ name: 'Bedroom' }))
    const onClaimed = vi.fn()
    show(onClaimed)
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

  const claimInto = async (fillRoom: () => void) => {
    vi.spyOn(devicesApi, 'claim').mockResolvedValue(deviceOf({ name: 'Bedroom' }))
    const onClaimed = vi.fn()
    show(onClaimed)
    write('claim.code', 'ABCD')
    write('claim.name', 'Bedroom')
    fillRoom()
    await submit()
    await settled()
    return onClaimed
  }

  it('puts the device into an existing room, beside its other devices', async () => {
    const update = vi.spyOn(roomsApi, 'update').mockResolvedValue(room)
    const onClaimed = await claimInto(() => choose('room-1'))
    expect(update.mock.calls).toEqual([[{ id: 'room-1', devices: ['lamp', 'device-1'] }]])
    expect(onClaimed).toHaveBeenCalledTimes(1)
  })

  it('creates a room for the device, and refuses the name of an existing room before anything is claimed', async () => {
    const create = vi.spyOn(roomsApi, 'create').mockResolvedValue(room)
    const onClaimed = await claimInto(() => {
      choose('new')
      write('claim.roomName', ' kitchen')
    })
    expect(screen.getByText('claim.roomInUse')).toBeTruthy()
    expect(document.activeElement).toBe(field('claim.roomName'))
    expect(devicesApi.claim).not.toHaveBeenCalled()
    write('claim.roomName', 'Attic ')
    await submit()
    await settled()
    expect(create.mock.calls).toEqual([[{ name: 'Attic', devices: ['device-1'] }]])
    expect(onClaimed).toHaveBeenCalledTimes(1)
  })

  it('keeps the device where the room could not be created, and says so', async () => {
    vi.spyOn(roomsApi, 'update').mockRejectedValue(new Error('no room'))
    const onClaimed = await claimInto(() => choose('room-1'))
    expect(messageStore.getState().message).toMatchObject({ tone: 'error', text: 'claim.roomFailed' })
    expect(onClaimed).toHaveBeenCalledTimes(1)
  })
})
