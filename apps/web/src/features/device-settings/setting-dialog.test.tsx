// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { gateway } from '#core/testing/fakes.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { settled } from '#i18n/testing/settled.ts'
import { controllerRows, hardwareRows } from './hardware-settings.tsx'
import { doorwayRow, renameRow } from './row-kinds.ts'
import { SettingLists } from './setting-lists.tsx'
import type { SettingRow } from './setting-row.ts'

const device = deviceOf({ name: 'Bedroom' })
const taken = new ApiFailure(409, { error: 'device_name_in_use', error_description: '' })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const t = await createInstance().init({ lng: 'cimode' })
const listOf = (rows: readonly SettingRow[]) => <SettingLists main={[{ rows }]} aside={[]} />
/** Shows one row and opens its dialog. */
async function openDialog(row: SettingRow | undefined) {
  const shown = render(listOf(row === undefined ? [] : [row]))
  await act(async () => void fireEvent.click(screen.getByRole('button')))
  return shown
}
/** A dialog that closes stays in the page until its animation has ended. */
const isOpen = () => screen.queryByRole('dialog')?.hasAttribute('data-open') ?? false
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
    await openDialog(renameRow({ device, t }))
    write('  Kitchen ')
    await press('settings.do.save')
    await settled()
    expect(rename.mock.calls).toEqual([['device-1', 'Kitchen']])
    expect(isOpen()).toBe(false)
    expect(messageStore.getState().message).toMatchObject({ tone: 'success', text: 'settings.rename.done' })
  })

  it.each([
    ['an empty one', ' ', 'settings.rename.empty'],
    ['one that is too long', 'x'.repeat(21), 'settings.rename.invalid'],
  ])('cannot send %s, and says why by the field', async (_, name, words) => {
    const rename = vi.spyOn(devicesApi, 'rename')
    await openDialog(renameRow({ device, t }))
    write(name)
    await press('settings.do.save')
    expect(screen.getByText(words)).toBeTruthy()
    expect(rename).not.toHaveBeenCalled()
  })

  it('shows a refusal in the dialog until the field is edited or the dialog is opened again', async () => {
    vi.spyOn(devicesApi, 'rename').mockRejectedValue(taken)
    await openDialog(renameRow({ device, t }))
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
    await press('dialog.cancel')
    expect(isOpen()).toBe(false)
    await act(
      async () => void fireEvent.click(screen.getByText('settings.rename.title', { selector: 'span' })),
    )
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Bedroom')
    expect(screen.queryByText('errors.deviceNameInUse')).toBeNull()
  })
})

it('a dialog cannot be closed while its call runs, and sends nothing twice [SN13]', async () => {
  const answer = gateway<Record<string, never>>()
  const restart = vi.spyOn(devicesApi, 'restart').mockReturnValue(answer.promise)
  await openDialog(controllerRows({ device, t }).find(({ key }) => key === 'restart'))
  await press('settings.do.restart')
  await settled()
  await press('dialog.cancel')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  await press('settings.do.restart')
  expect(isOpen()).toBe(true)
  expect(restart).toHaveBeenCalledTimes(1)
  answer.open({})
  await settled()
  expect(isOpen()).toBe(false)
})

it('a dialog whose row disappears closes, and does not open again when the row comes back', async () => {
  const blind = deviceOf({ devicetype: 'venetian_blind', state: { inclination: 0 } })
  const slats = hardwareRows({ device: blind, t }).find(({ key }) => key === 'inclinationTime')
  const { rerender } = await openDialog(slats)
  expect(isOpen()).toBe(true)
  rerender(listOf([]))
  expect(isOpen()).toBe(false)
  rerender(listOf(slats === undefined ? [] : [slats]))
  expect(isOpen()).toBe(false)
})

it('a number is sent as it is read, whatever blanks and zeros are around it', async () => {
  const blind = deviceOf({ devicetype: 'venetian_blind', state: { inclination: 0 } })
  const change = vi.spyOn(devicesApi, 'changeSettings').mockResolvedValue(blind)
  await openDialog(hardwareRows({ device: blind, t }).find(({ key }) => key === 'inclinationTime'))
  write(' 0250 ')
  await press('settings.do.save')
  await settled()
  expect(change.mock.calls).toEqual([['device-1', { inclinationTime: 250 }]])
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
    await openDialog(doorwayRow({ device: { ...shade, doorId }, t }, [door]))
    await choose(name)
    await press('settings.do.save')
    await settled()
    expect(setDoor.mock.calls).toEqual([['device-1', sent]])
    expect(isOpen()).toBe(false)
  })
})
