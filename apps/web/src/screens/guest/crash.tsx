import { Component, type ReactNode } from 'react'
import { CrashNotice } from '../crash-notice.tsx'

/** The error boundary for a page that could not be rendered or whose files do not exist on the server any more. */
export class Crash extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <CrashNotice />
  }
}
