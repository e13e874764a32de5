import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hideError, showMessage } from '#core/messages.ts'
import { queryClient } from '#core/query-client.ts'
import { errorText } from './error-text.ts'

interface Needs<Input, Answer> {
  send: (input: Input) => Promise<Answer>
  /** The call counts as sending until this has ended too. */
  onDone?: (answer: Answer, input: Input) => unknown
  /**
   * What the message bar says of a failure: null where the control shows it in its place, by the field or in the dialog,
   * undefined for the words of its error code, which is also the default.
   */
  onFailure?: (failure: Error) => string | null | undefined
}

/** A call that changes something, from the control that sends it to what a person is told of it. */
export interface ServerCall<Input = void> {
  /** Does nothing while the call is being sent, as at the second tap of a double tap. */
  send: (input: Input) => void
  isSending: boolean
  /** It succeeded last; a form that leads away stays busy until it has. */
  isDone: boolean
  /** Why it failed last, until it is sent again or forgotten. */
  failure: Error | null
  forgetFailure: () => void
}

/** Every change that is asked of the server by a form, a dialog or a button is made by this. */
export function useServerCall<Input = void, Answer = unknown>(
  needs: Needs<Input, Answer>,
): ServerCall<Input> {
  const { t } = useTranslation()
  // Two taps can come before the page is drawn again.
  const isRunning = useRef(false)
  const mutation = useMutation(
    {
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
      if (isRunning.current) return
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
