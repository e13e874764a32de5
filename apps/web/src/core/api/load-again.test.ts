import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { loadAgain } from './load-again.ts'

it.each([
  ['the first load', undefined],
  ['a later load', 'oldest'],
])('news that comes during %s is not lost to an older answer', async (_, initialData) => {
  const queryClient = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ['links', 'freeze'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
    ...(initialData !== undefined && { initialData, staleTime: 0 }),
  })
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const isLoaded = loadAgain(queryClient, ['links'])
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('old')
  answers[1]?.('new')
  await isLoaded
  expect(observer.getCurrentResult().data).toBe('new')
  leave()
})

it('data that no component shows are not loaded', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['links', 'list'], [])
  await loadAgain(queryClient, ['links'])
  expect(queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryState(['links', 'list'])?.isInvalidated).toBe(true)
})
