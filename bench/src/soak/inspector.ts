import { once } from 'node:events'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const answerSchema = z.object({
  id: z.number(),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})
const evaluatedSchema = z.object({
  result: z.object({ value: z.optional(z.unknown()) }),
  exceptionDetails: z.optional(z.unknown()),
})

/** Access to a running Node process that was started with `inspectorOption`. */
export interface Inspector {
  /** Evaluates an expression in the process; the result must be JSON. Throws if the expression throws. */
  evaluate(expression: string): Promise<unknown>
  /** The heap size in bytes after garbage collection. */
  heapBytes(): Promise<number>
  end(): void
}

/** The environment variable that enables the inspector of a process. */
export const inspectorOption = (port: number): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
})

export async function openInspector(port: number): Promise<Inspector> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = targetsSchema.parse(await answer.json())
  if (target === undefined) throw new Error('there is nothing to inspect')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>()
  let serial = 0
  socket.on('message', (frame) => {
    const parsed = answerSchema.safeParse(JSON.parse(String(frame)))
    // Messages without a known id are events.
    if (parsed.success) waiting.get(parsed.data.id)?.(parsed.data)
  })
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    serial += 1
    const id = serial
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((done, fail) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) done(result)
        else fail(new Error(JSON.stringify(error)))
      })
    })
  }
  const evaluate = async (expression: string): Promise<unknown> => {
    const evaluated = evaluatedSchema.parse(
      await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }),
    )
    if (evaluated.exceptionDetails !== undefined) throw new Error(JSON.stringify(evaluated.exceptionDetails))
    return evaluated.result.value
  }
  return {
    evaluate,
    async heapBytes() {
      // Twice, because objects with a finaliser are freed by the second collection.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      return z.number().parse(await evaluate('process.memoryUsage().heapUsed'))
    },
    end: () => socket.terminate(),
  }
}
