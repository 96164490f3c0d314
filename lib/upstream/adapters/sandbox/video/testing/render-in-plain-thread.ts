import { renderInThread } from '../desk/render-in-thread'
import { startPlainThread } from './start-plain-thread'

/** The real thread, without a bundler: the encoder may be loaded in no other. */
export const renderInPlainThread = renderInThread(startPlainThread)
