import type { CommandResult, DeviceInfo } from '@senca/contract'
import { vi } from 'vitest'
import { fakeClock, gateway, settle } from '#core/testing/fakes.ts'
import { type CommandCalls, createCommands } from '../commands/commands.ts'
import { deviceOf } from './devices.ts'

/** The server's answer when a device accepted its command. */
export const success = (id = 'device-1'): CommandResult[] => [{ status: 'success', device_ids: [id] }]

/** Commands for one device, with a fake API that answers when the test says so. */
export function setUp(device: DeviceInfo = deviceOf()) {
  const clock = fakeClock()
  const answers: ReturnType<typeof gateway<CommandResult[]>>[] = []
  const answer = () => {
    const next = gateway<CommandResult[]>()
    answers.push(next)
    return next.promise
  }
  const move = vi.fn<CommandCalls['move']>(answer)
  const unlock = vi.fn<CommandCalls['unlock']>((_id, locks) => locks.map(answer))
  const abort = vi.fn<CommandCalls['abort']>(answer)
  const onResults = vi.fn()
  const line = { isConnected: true }
  let current = device
  const commands = createCommands({
    api: { move, unlock, abort },
    clock,
    stateOf: () => current,
    onResults,
    isConnected: () => line.isConnected,
  })
  const report = (state: Partial<DeviceInfo['state']>) => {
    const totalStateUpdates = (current.totalStateUpdates ?? 0) + 1
    current = { ...current, totalStateUpdates, state: { ...current.state, ...state } }
    commands.reported(current)
  }
  const lanes = () => commands.store.getState().byDevice[device.id]
  const reply = async (index: number, results: CommandResult[] = success(device.id)) => {
    answers[index]?.open(results)
    await settle()
  }
  return { commands, clock, move, unlock, abort, onResults, report, lanes, reply, device, line }
}
