// The two IPC channels under the bridge. Apart from the contract, so that the preload carries no schemas with it.

export const REQUEST_CHANNEL = 'peek:request';
export const PUSH_CHANNEL = 'peek:push';
