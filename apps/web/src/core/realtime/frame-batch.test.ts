import { expect, it } from 'vitest'
import { createFrameBatch } from './frame-batch.ts'

it('delivers all messages of a frame at once, in order, and none after it was cleared', () => {
  let frame: (() => void) | null = null
  const batches: (readonly number[])[] = []
  const batch = createFrameBatch<number>(
    (call) => {
      frame = call
      return () => {
        frame = null
      }
    },
    (entries) => batches.push(entries),
  )
  batch.add([])
  expect(frame).toBeNull()
  batch.add([1, 2])
  batch.add([3])
  expect(batches).toEqual([])
  runFrame()
  expect(batches).toEqual([[1, 2, 3]])
  batch.add([4])
  batch.clear()
  runFrame()
  expect(batches).toEqual([[1, 2, 3]])

  function runFrame() {
    frame?.()
  }
})
