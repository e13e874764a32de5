// @vitest-environment happy-dom
import type { OAuthRequestAnswer } from '@senca/contract/oauth'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { settled } from '#i18n/testing/settled.ts'
import { bridgesQuery } from './bridges.ts'
import { consentApi, consentFaultOf } from './consent.ts'
import { ConsentForm } from './consent-form.tsx'

const DOOR = deviceOf({ id: 'door-1', name: 'Front door', devicetype: 'home_door' })
const ASKED: OAuthRequestAnswer = {
  client: { name: 'Claude', host: 'claude.ai', redirectHost: 'claude.ai' },
  scopes: ['devices:read', 'devices:command', 'activity:read'],
  error: null,
  back: 'https://claude.ai/back?error=access_denied',
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(roomsApi, 'list').mockResolvedValue([])
  queryClient.setQueryData(bridgesQuery.queryKey, [])
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = (client: Partial<OAuthRequestAnswer['client']> = {}) => {
  const made = vi.fn()
  const denied = vi.fn()
  let prove = async (_password: string) => {}
  render(
    <QueryClientProvider client={queryClient}>
      <ConsentForm
        query="client_id=x"
        asked={{ ...ASKED, client: { ...ASKED.client, ...client } }}
        devices={[DOOR]}
        onSaved={made}
        onDenied={denied}
        onUnconfirmed={() => {}}
        proofFor={({ deviceId, onProved }) => {
          prove = onProved
          return <p>{`proof for ${deviceId}`}</p>
        }}
      />
    </QueryClientProvider>,
  )
  return { made, denied, prove: (password: string) => prove(password) }
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}
const allow = () => press('apps.consent.allow')
const choose = () => act(async () => void fireEvent.click(screen.getByText('Front door')))

describe('the consent for an app [BR44]', () => {
  it('has nothing chosen, says what is asked for, and gives what a person chooses', async () => {
    const give = vi.spyOn(consentApi, 'give').mockResolvedValue({ to: 'https://claude.ai/back?code=x' })
    const { made } = open()
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
    expect(screen.getByText('apps.consent.wants')).toBeDefined()
    await allow()
    expect(give).not.toHaveBeenCalled()
    await choose()
    await allow()
    expect(give).toHaveBeenCalledWith({
      query: 'client_id=x',
      name: 'Claude',
      scopes: ['devices:read'],
      grants: { 'door-1': { permissions: ['view'] } },
      validBefore: expect.any(String),
    })
    expect(made).toHaveBeenCalledWith({ to: 'https://claude.ai/back?code=x' })
  })

  it('asks for the password where a door is guarded', async () => {
    const give = vi.spyOn(consentApi, 'give').mockRejectedValueOnce(
      new ApiFailure(400, {
        error: 'data_missing',
        error_description: '',
        key: 'password',
        device_id: 'door-1',
      }),
    )
    const { made, prove } = open()
    await choose()
    await allow()
    expect(screen.getByText('proof for door-1')).toBeDefined()
    give.mockResolvedValue({ to: 'https://claude.ai/back?code=x' })
    await act(() => prove('password'))
    expect(made).toHaveBeenCalledWith({ to: 'https://claude.ai/back?code=x' })
  })

  it('is denied without a call', async () => {
    const give = vi.spyOn(consentApi, 'give')
    const { denied } = open()
    await press('apps.consent.deny')
    expect(denied).toHaveBeenCalledOnce()
    expect(give).not.toHaveBeenCalled()
  })

  it('shows an app without a name or an address by where its answer goes', () => {
    open({ name: null, host: null, redirectHost: 'xn--clude-2qa.exampl' })
    expect(screen.getByText('apps.consent.unknown')).toBeDefined()
    expect(screen.getByRole('textbox', { name: 'apps.consent.nameInList' })).toHaveProperty(
      'value',
      'xn--clude-2qa.exampl',
    )
  })
})

describe('leaving the page', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'cursor://x'])(
    'never goes to %s',
    (to) => {
      const before = location.href
      consentApi.leave(to)
      expect(location.href).toBe(before)
    },
  )

  it('names the fault of a request that has no way back', () => {
    const failure = (error: string, key: string) => new ApiFailure(400, { error, error_description: '', key })
    expect(consentFaultOf(failure('malformed_request', 'redirect_uri'))).toBe('redirect_uri')
    expect(consentFaultOf(failure('malformed_request', 'name'))).toBeNull()
    expect(consentFaultOf(failure('internal_error', 'query'))).toBeNull()
    expect(consentFaultOf(null)).toBeNull()
  })
})
