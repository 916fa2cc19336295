export { Connection } from './connection/connection.ts'
export {
  CANCELLATION,
  type CancellationStyle,
  type CancelSignal,
  type Transport,
  type ConnectionLimits,
  type ConnectionOptions,
  type ProtocolWarning,
  type Platform,
  type RequestHandle,
  type RequestOptions,
} from './connection/connection-options.ts'
export { RpcError, RpcFailure, type RpcErrorCode } from './connection/rpc-error.ts'
export { ContentLengthDecoder } from './framing/content-length-decoder.ts'
export {
  FramingError,
  type FrameBody,
  type FrameDecoder,
  type Framing,
  type FramingLimits,
  type FramingProblem,
  type TextCodec,
} from './framing/framing.ts'
export { NewlineDecoder } from './framing/newline-decoder.ts'
export { readFrame, type ReadFrame } from './framing/read-frame.ts'
export {
  RPC_ERROR_CODES,
  type ErrorMessage,
  type ErrorObject,
  type Message,
  type MessageId,
  type NotificationMessage,
  type Params,
  type RequestMessage,
  type ResponseMessage,
} from './messages/message.ts'
export {
  DEFAULT_MESSAGE_LIMITS,
  readMessage,
  type MessageLimits,
  type ReadMessage,
  type SpoiledAnswers,
} from './messages/read-message.ts'
