import { createContext, useContext } from 'react'

/** The id of the element that says why no command can be sent now, for example while the server is away; null while one can. */
export const CommandBlock = createContext<string | null>(null)
/** The same for keys that stop something, which are tried while a page is still connecting. */
export const StopBlock = createContext<string | null>(null)

/**
 * How a key that sends a command is disabled: it keeps the focus and has the reason as its description. `isCommand` is false for a
 * key that only works on the page itself, `stop` for one that stops something.
 */
export function useCommandKey({
  disabled = false,
  isCommand = true,
}: {
  disabled?: boolean | undefined
  isCommand?: boolean | 'stop'
}) {
  const reasonId = useContext(isCommand === 'stop' ? StopBlock : CommandBlock)
  const isBlocked = isCommand !== false && reasonId !== null
  return {
    isBlocked,
    isIdle: disabled || isBlocked,
    attributes: {
      ...(disabled || isBlocked ? ({ 'aria-disabled': true } as const) : {}),
      ...(isBlocked ? { 'aria-describedby': reasonId } : {}),
    },
  }
}
