import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { hideError, showMessage } from '#core/messages.ts'
import { errorText } from './error-text.ts'

interface Needs<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** The call counts as sending until the returned promise has settled too. */
  onDone?: (answer: Answer, input: Input) => unknown
  /**
   * Returns the text of a failure for the message bar. Null if the component shows it itself, at the field or in the dialog;
   * undefined, which is also the default, for the text of its error code.
   */
  onFailure?: (failure: Error) => string | null | undefined
  /**
   * What happens to a call that is made while another is being sent. `ignored`, the default: nothing, because it is a double tap.
   * `queued`: it is sent when the others have ended. `sent`: it is sent at once; the server or the called function orders them.
   */
  meanwhile?: 'ignored' | 'queued' | 'sent'
}

/** A call that changes something on the server, and its state. */
export interface ServerCall<Input = void> {
  send: (input: Input) => void
  isSending: boolean
  /** The last call succeeded. A form that navigates away stays disabled then. */
  isDone: boolean
  /** The failure of the last call, until it is sent again or `forgetFailure` is called. */
  failure: Error | null
  forgetFailure: () => void
}

/** All changes that forms, dialogs and buttons request from the server use this hook. */
export function useServerCall<Input = void, Answer = unknown>(
  needs: Needs<Input, Answer>,
): ServerCall<Input> {
  const { t } = useTranslation()
  const { meanwhile = 'ignored' } = needs
  const scope = useId()
  // A second tap may come before the next render, so the state of the mutation is not enough.
  const isRunning = useRef(false)
  const mutation = useMutation(
    {
      // Calls of one scope are sent one after the other.
      ...(meanwhile === 'queued' ? { scope: { id: scope } } : {}),
      mutationFn: needs.send,
      onSuccess: (answer, input) => needs.onDone?.(answer, input),
      onError: (failure) => {
        const text = needs.onFailure?.(failure)
        if (text !== null) showMessage('error', text ?? errorText(failure, t))
      },
      onSettled: () => {
        isRunning.current = false
      },
    },
    queryClient,
  )
  return {
    send: (input) => {
      if (meanwhile === 'ignored' && isRunning.current) return
      isRunning.current = true
      hideError()
      mutation.mutate(input)
    },
    isSending: mutation.isPending,
    isDone: mutation.isSuccess,
    failure: mutation.error,
    forgetFailure: () => {
      if (mutation.isError) mutation.reset()
    },
  }
}
