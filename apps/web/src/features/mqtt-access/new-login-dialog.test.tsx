// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { settled } from '#i18n/testing/settled.ts'
import { mqttApi } from './mqtt.ts'
import { NewLoginDialog, proposedLogin } from './new-login-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const LOGIN = {
  name: 'default',
  host: 'localhost',
  port: 1883,
  tls: false,
  tlsPort: null,
  username: 'h',
  password: 'p',
  topicPrefix: '',
  discoveryPrefix: 'homeassistant',
}
const open = (names: string[]) => {
  const onMade = vi.fn()
  render(<NewLoginDialog names={names} onCancel={() => {}} onMade={onMade} />)
  return onMade
}
const write = (name: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: name } })
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}

describe('[HW3] a new login', () => {
  it('is made under the proposed name', async () => {
    const make = vi.spyOn(mqttApi, 'makeLogin').mockResolvedValue(LOGIN)
    const onMade = open([])
    await press('mqtt.make')
    expect(make.mock.calls).toEqual([['default']])
    expect(onMade).toHaveBeenCalledWith(LOGIN)
  })

  it('asks before it replaces one, whatever the case of its name', async () => {
    const make = vi.spyOn(mqttApi, 'makeLogin').mockResolvedValue(LOGIN)
    open(['default'])
    write('DEFAULT')
    await press('mqtt.make')
    expect(make).not.toHaveBeenCalled()
    await press('mqtt.replace')
    expect(make.mock.calls).toEqual([['DEFAULT']])
  })

  it('says by the field why it was refused', async () => {
    const refusal = new ApiFailure(409, { error: 'mqtt_credentials_limit_exceeded', error_description: '' })
    vi.spyOn(mqttApi, 'makeLogin').mockRejectedValue(refusal)
    open([])
    await press('mqtt.make')
    expect(screen.getByRole('alert').textContent).toBe('errors.mqttLoginsLimit')
  })

  it.each([
    [[], 'default'],
    [['Default'], 'default 2'],
    [['default', 'default 2', 'Zigbee'], 'default 3'],
  ])('beside %o is proposed as %s', (names, name) => {
    expect(proposedLogin(names)).toBe(name)
  })
})
