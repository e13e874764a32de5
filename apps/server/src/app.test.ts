import { expect, it, vi } from 'vitest'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createSignedInClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

it('counts devices, sockets and outcomes of commands for Prometheus', async () => {
  const app = await createTestApp()
  const owner = await createSignedInClient(app)
  const { id, device } = await moveIn(app, owner, 'awning')
  const socket = await openSignedInSocket(app, await owner.websocketToken())
  await owner.move([
    { token: id, command: 'move', position: 10 },
    { token: 'unknown-device', command: 'move', position: 10 },
  ])
  const read = async () => (await fetch(`${app.url}/metrics`)).text()
  const text = await read()
  expect(text).toContain('senca_devices_connected 1')
  expect(text).toContain('senca_websockets 1')
  expect(text).toContain('senca_commands_total{outcome="success"} 1')
  expect(text).toContain('senca_commands_total{outcome="device_not_exist"} 1')
  expect(text).not.toContain(id)
  socket.end()
  await device.end()
  await vi.waitFor(async () => expect(await read()).toMatch(/senca_devices_connected 0.*senca_websockets 0/s))
  await app.close()
})

it('ends at once while commands are waited for and sockets are open', async () => {
  const app = await createTestApp()
  const owner = await createSignedInClient(app)
  const { id, device } = await moveIn(app, owner, 'awning', {
    onCommand: (command, own) => {
      own.succeed(command)
      own.report({ status: 'closing', position: 0.1 })
    },
  })
  const socket = await openSignedInSocket(app, await owner.websocketToken())
  const moving = owner.move([{ token: id, command: 'move', position: 100 }], true)
  const failure = expect(moving).rejects.toThrow('503 {"error":"internal_error"')
  await socket.next('device.state_update')
  await app.close()
  await failure
  await socket.closed
  await device.end()
})
