import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Lets calls that have their answer be told to the screen; needs fake timers, since mutations tell it by a timer. */
export const settled = () => act(() => vi.advanceTimersByTimeAsync(5))
