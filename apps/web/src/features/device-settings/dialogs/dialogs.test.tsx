// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { gateway } from '#core/testing/fakes.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { settled } from '#i18n/testing/settled.ts'
import { DoorwayDialog } from './doorway-dialog.tsx'
import { RenameDialog } from './name-dialog.tsx'
import { RestartDialog } from './restart-dialog.tsx'

const device = deviceOf({ name: 'Bedroom' })
const taken = new ApiFailure(409, { error: 'device_name_in_use', error_description: '' })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const write = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

beforeEach(() => {
  vi.useFakeTimers()
  hideMessage()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the dialog that renames a device', () => {
  it('sends the name without spaces around it, closes and says so', async () => {
    const rename = vi.spyOn(devicesApi, 'rename').mockResolvedValue(device)
    const onClose = vi.fn()
    render(<RenameDialog device={device} open onClose={onClose} />)
    write('  Kitchen ')
    await press('settings.do.save')
    await settled()
    expect(rename.mock.calls).toEqual([['device-1', 'Kitchen']])
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(messageStore.getState().message).toMatchObject({ tone: 'success', text: 'settings.rename.done' })
  })

  it.each([
    ['an empty one', ' ', 'settings.rename.empty'],
    ['one that is too long', 'x'.repeat(21), 'settings.rename.invalid'],
  ])('cannot send %s, and says why by the field', async (_, name, words) => {
    const rename = vi.spyOn(devicesApi, 'rename')
    render(<RenameDialog device={device} open onClose={() => {}} />)
    write(name)
    await press('settings.do.save')
    expect(screen.getByText(words)).toBeTruthy()
    expect(rename).not.toHaveBeenCalled()
  })

  it('shows a refusal in the dialog until the field is edited or the dialog is opened again', async () => {
    vi.spyOn(devicesApi, 'rename').mockRejectedValue(taken)
    const { rerender } = render(<RenameDialog device={device} open onClose={() => {}} />)
    const refuse = async () => {
      write('Kitchen')
      await press('settings.do.save')
      await settled()
      expect(screen.getByText('errors.deviceNameInUse')).toBeTruthy()
    }
    await refuse()
    expect(messageStore.getState().message).toBeNull()
    write('Kitchens')
    await settled()
    expect(screen.queryByText('errors.deviceNameInUse')).toBeNull()
    await refuse()
    rerender(<RenameDialog device={device} open={false} onClose={() => {}} />)
    rerender(<RenameDialog device={device} open onClose={() => {}} />)
    await settled()
    expect(screen.queryByText('errors.deviceNameInUse')).toBeNull()
  })
})

it('a dialog cannot be closed while its call runs, and sends nothing twice [SN13]', async () => {
  const answer = gateway<Record<string, never>>()
  const restart = vi.spyOn(devicesApi, 'restart').mockReturnValue(answer.promise)
  const onClose = vi.fn()
  render(<RestartDialog device={device} open onClose={onClose} />)
  await press('settings.do.restart')
  await settled()
  await press('dialog.cancel')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await press('settings.do.restart')
  expect(onClose).not.toHaveBeenCalled()
  expect(restart).toHaveBeenCalledTimes(1)
  answer.open({})
  await settled()
  expect(onClose).toHaveBeenCalledTimes(1)
})

describe('the dialog that asks for the door behind a shade', () => {
  const shade = deviceOf({ doorId: null })
  const door = deviceOf({ id: 'door-1', name: 'Terrace', devicetype: 'home_door' })
  const choose = (name: string) => act(async () => void fireEvent.click(screen.getByRole('radio', { name })))

  it.each([
    [null, 'Terrace', 'door-1'],
    ['door-1', 'settings.doorway.none', null],
  ])('sends from %s the choice %s', async (doorId, name, sent) => {
    const setDoor = vi.spyOn(devicesApi, 'setDoor').mockResolvedValue(shade)
    const onClose = vi.fn()
    render(<DoorwayDialog device={{ ...shade, doorId }} doors={[door]} open onClose={onClose} />)
    await choose(name)
    await press('settings.do.save')
    await settled()
    expect(setDoor.mock.calls).toEqual([['device-1', sent]])
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
