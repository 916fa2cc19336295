/**
 * How a request ended. Where `mayHaveRun` is false, no handler has begun or ever will: it is safe to ask again. Where it is
 * true and there is no answer, ask for the outcome in another way (the ledger of the node); never repeat the request.
 *
 * - `answered`: the handler returned `value`;
 * - `failed`: the handler threw; `code` is the error's, `HANDLER_FAILED` where it had none;
 * - `no-responder`: nobody serves the name; known at once;
 * - `not-connected`: this gateway has no connection to the broker; nothing was sent;
 * - `busy`: the responder handles as many as it can;
 * - `not-started`: the responder did not take the request in time; it will not take it later;
 * - `lost`: the responder, or the connection, ended after it had begun: no answer will come;
 * - `unknown`: it has begun, and no answer came in time; one that comes later is dropped.
 */
export type RequestOutcome =
  | { readonly status: 'answered'; readonly mayHaveRun: true; readonly value: unknown }
  | { readonly status: 'failed'; readonly mayHaveRun: true; readonly code: string; readonly message: string }
  | { readonly status: 'no-responder' | 'not-connected' | 'busy' | 'not-started'; readonly mayHaveRun: false }
  | { readonly status: 'lost' | 'unknown'; readonly mayHaveRun: true }
