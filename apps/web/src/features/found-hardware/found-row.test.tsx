// @vitest-environment happy-dom
import type { Entity } from '@senca/contract/discovery'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hideMessage, messageStore } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import '#i18n/testing/components.ts'
import { settled } from '#i18n/testing/settled.ts'
import { discoveryApi } from './discovery.ts'
import { foundDevices } from './found-devices.ts'
import { FoundRow } from './found-row.tsx'
import { AWNING, entityOf, LOCK } from './testing/entities.ts'

beforeEach(() => {
  vi.useFakeTimers()
  hideMessage()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const show = (...entities: Entity[]) => {
  const [found] = foundDevices(entities, 'en')
  if (found === undefined) throw new Error('nothing was found')
  return render(
    <MemoryRouter>
      <ul>
        <FoundRow found={found} takenNames={[]} />
      </ul>
    </MemoryRouter>,
  )
}
const button = (name: string) => screen.queryByRole('button', { name })
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}
const added = deviceOf({ name: 'Kitchen' })

describe('[HW46] a found device', () => {
  it('is added with one tap, and the message leads to it', async () => {
    const add = vi.spyOn(discoveryApi, 'add').mockResolvedValue(added)
    show(entityOf())
    await press('found.addNamed')
    expect(add.mock.calls).toEqual([[{ ids: ['kitchen'], devicetype: 'textile_screen', name: 'Kitchen' }]])
    expect(messageStore.getState().message).toMatchObject({
      tone: 'success',
      text: 'found.added',
      action: { label: 'found.goHome' },
    })
  })

  it.each([
    ['found.moved.shade.open', undefined],
    ['found.moved.shade.close', { motorInverted: true }],
    ['found.moved.none', undefined],
  ])('is tried, and the answer “%s” decides its direction [HW27]', async (answer, settings) => {
    const nudge = vi.spyOn(discoveryApi, 'try').mockResolvedValue({})
    const add = vi.spyOn(discoveryApi, 'add').mockResolvedValue(added)
    show(entityOf())
    await press('found.tryNamed')
    expect(nudge.mock.calls).toEqual([[{ id: 'kitchen', do: 'nudge' }]])
    await press(answer)
    await press('found.addNamed')
    expect(add.mock.calls[0]?.[0].settings).toEqual(settings)
  })

  it('that is open closes first, so that opening means the other direction', async () => {
    vi.spyOn(discoveryApi, 'try').mockResolvedValue({})
    const add = vi.spyOn(discoveryApi, 'add').mockResolvedValue(added)
    show(entityOf({ state: { position: 0 } }))
    await press('found.tryNamed')
    await press('found.moved.shade.open')
    await press('found.addNamed')
    expect(add.mock.calls[0]?.[0].settings).toEqual({ motorInverted: true })
  })

  it.each([
    ['an awning', AWNING],
    ['a lock', LOCK],
  ])('that is %s leads to its form in place of one tap', (_, entity) => {
    show(entity)
    expect(button('found.addNamed')).toBeNull()
    expect(screen.getByRole('link', { name: 'found.setUp' }).getAttribute('href')).toBe(
      `/newdevices/add?id=${entity.id}`,
    )
  })

  it('that is not supported says why and cannot be added', () => {
    const limitation = { code: 'kind_not_supported', part: null, detail: null } as const
    show(entityOf({ types: [], suggestedType: null, limitations: [limitation] }))
    expect(screen.getByText('found.problem.kind_not_supported')).not.toBeNull()
    expect(button('found.addNamed')).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('is ignored, which can be undone', async () => {
    const ignore = vi.spyOn(discoveryApi, 'ignore').mockResolvedValue({})
    show(entityOf())
    await press('found.ignoreNamed')
    await act(async () => messageStore.getState().message?.action?.run())
    await settled()
    expect(ignore.mock.calls).toEqual([
      [['kitchen'], true],
      [['kitchen'], false],
    ])
  })

  it('is only forgotten after a question', async () => {
    const forget = vi.spyOn(discoveryApi, 'forget').mockResolvedValue({})
    show(entityOf())
    await press('found.forgetNamed')
    expect(forget).not.toHaveBeenCalled()
    await press('found.forget')
    expect(forget.mock.calls).toEqual([[['kitchen']]])
  })
})
