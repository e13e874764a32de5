// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { homeReach, KEPT_AT_MS } from '#core/realtime/browser-realtime.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { CardAnnouncer, useAnnouncement } from '#features/device-parts/announcer.tsx'
import { BackNotice } from '#features/realtime/back-notice.tsx'
import { DeviceKeys, ServerAway } from '#features/realtime/server-away.tsx'
import { useIsStale, useStaleSince } from '#features/realtime/use-connection.ts'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { IconButton } from '#ui/controls/icon-button.tsx'

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  homeReach.setState({ keptAt: 1_000 })
})
afterEach(() => {
  cleanup()
  homeReach.setState({ keptAt: null })
  vi.useRealTimers()
})

function Card({ id, onOpen }: { id: string; onOpen: () => void }) {
  const query = useQuery({ queryKey: deviceKeys.one(id), queryFn: () => '', enabled: false })
  const isStale = useIsStale(query)
  return (
    <DeviceKeys isStale={isStale}>
      <Words id={id} words={isStale ? `${id} was ${query.data}` : `${id} is ${query.data}`} />
      <IconButton icon="stop" isCommand label={`Open ${id}`} onClick={onOpen} />
    </DeviceKeys>
  )
}

function Words({ id, words }: { id: string; words: string }) {
  useAnnouncement(id, words)
  return <p data-testid={id}>{words}</p>
}

function Home({ onOpen }: { onOpen: () => void }) {
  const isAway = useStaleSince() !== null
  return (
    <ServerAway isAway={isAway} isConnecting>
      <BackNotice isAway={isAway} isConnecting />
      <CardAnnouncer>
        <Card id="kitchen" onOpen={onOpen} />
        <Card id="study" onOpen={onOpen} />
      </CardAnnouncer>
    </ServerAway>
  )
}

function start() {
  const onOpen = vi.fn()
  for (const id of ['kitchen', 'study'])
    client.setQueryData(deviceKeys.one(id), 'open', { updatedAt: KEPT_AT_MS })
  render(
    <I18nextProvider i18n={english}>
      <QueryClientProvider client={client}>
        <Home onOpen={onOpen} />
      </QueryClientProvider>
    </I18nextProvider>,
  )
  return onOpen
}

const wordsOf = (id: string) => screen.getByTestId(id).textContent
const push = (id: string, state: string) =>
  act(async () => {
    client.setQueryData(deviceKeys.one(id), state)
    await vi.advanceTimersByTimeAsync(5_000)
  })
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')

it('of a kept home each device turns live with its first state, and its keys with it [PK13] [PK14]', async () => {
  const onOpen = start()
  expect([wordsOf('kitchen'), wordsOf('study')]).toEqual(['kitchen was open', 'study was open'])
  await push('kitchen', 'closed')
  expect([wordsOf('kitchen'), wordsOf('study')]).toEqual(['kitchen is closed', 'study was open'])
  fireEvent.click(screen.getByRole('button', { name: 'Open study' }))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Open kitchen' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

it('only “Connected” is announced when a kept home turns live, and each change after that [PK14]', async () => {
  start()
  await push('kitchen', 'closed')
  expect(said()).toBe('')
  await act(async () => {
    client.setQueryData(deviceKeys.one('study'), 'closed')
    homeReach.setState({ keptAt: null })
    await vi.advanceTimersByTimeAsync(5_000)
  })
  expect(said()).toBe('Connected')
  await push('study', 'half open')
  expect(said()).toContain('study is half open')
})
