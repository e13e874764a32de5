// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { messageStore } from '#core/messages.ts'
import { type WaitingApproval, waitingApprovals } from '#core/waiting-approvals.ts'
import { settled } from '#i18n/testing/settled.ts'
import { ApprovalSheet } from './approval-sheet.tsx'
import { approvalsApi } from './approvals.ts'

let count = 0
const asked = (more: Partial<WaitingApproval> = {}): WaitingApproval => {
  count += 1
  return {
    id: `ask-${count}`,
    bridge: { id: 'b', name: 'Claude', kind: 'script' },
    token: 'door-1',
    name: 'Front door',
    lockType: 'motor',
    unlockDuration: null,
    unlockBy: 'tap',
    expiresAt: '2026-06-21T10:01:00Z',
    remainingMs: 60_000,
    endsAt: Date.now() + 60_000,
    ...more,
  }
}
const show = (...approvals: WaitingApproval[]) => act(() => waitingApprovals.setState({ approvals }))
const open = (approval: WaitingApproval) => {
  render(
    <QueryClientProvider client={queryClient}>
      <ApprovalSheet />
    </QueryClientProvider>,
  )
  show(approval)
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}
const shownMessage = () => messageStore.getState().message?.text

beforeEach(() => {
  vi.useFakeTimers()
  waitingApprovals.setState({ approvals: [] })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('what a connected app asks of a person [BR9]', () => {
  it('closes after a minute without an answer, and says that the door stays locked', () => {
    open(asked())
    expect(screen.getByRole('dialog')).toBeTruthy()
    act(() => vi.advanceTimersByTime(59_000))
    expect(screen.getByRole('timer')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1_000))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shownMessage()).toBe('approval.expired')
  })

  it('is held to be allowed, also at a door that a tap unlocks; a key of the keyboard asks once more', async () => {
    const answer = vi.spyOn(approvalsApi, 'answer').mockResolvedValue({})
    const approval = asked()
    open(approval)
    await press('card.holdOn')
    expect(answer).not.toHaveBeenCalled()
    await press('card.unlock')
    expect(answer).toHaveBeenCalledWith({ id: approval.id, allow: true })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shownMessage()).toBe('approval.allowed')
  })

  it('is denied with one key', async () => {
    const answer = vi.spyOn(approvalsApi, 'answer').mockResolvedValue({})
    const approval = asked()
    open(approval)
    await press('approval.deny')
    expect(answer).toHaveBeenCalledWith({ id: approval.id, allow: false })
    expect(shownMessage()).toBe('approval.denied')
  })

  it('closes when it was answered elsewhere, and says so', async () => {
    open(asked())
    show()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shownMessage()).toBe('approval.elsewhere')
    const refusal = new ApiFailure(409, { error: 'device_already_in_state', error_description: '' })
    vi.spyOn(approvalsApi, 'answer').mockRejectedValue(refusal)
    show(asked())
    await press('approval.deny')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(shownMessage()).toBe('approval.elsewhere')
  })

  it('asks for the PIN of the door, and again after a wrong one', async () => {
    const refusal = new ApiFailure(403, {
      error: 'insufficient_permission',
      error_description: '',
      error_detail: 'pin_wrong',
    })
    const answer = vi.spyOn(approvalsApi, 'answer').mockRejectedValueOnce(refusal).mockResolvedValue({})
    const approval = asked({ unlockBy: 'pin' })
    open(approval)
    await press('approval.pin')
    const field = screen.getByLabelText('door.pin.label')
    fireEvent.change(field, { target: { value: '0000' } })
    await press('door.pin.unlock')
    expect(screen.getByRole('alert').textContent).toContain('door.pin.wrong')
    fireEvent.change(field, { target: { value: '2580' } })
    await press('door.pin.unlock')
    expect(answer).toHaveBeenLastCalledWith({ id: approval.id, allow: true, pin: '2580' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
