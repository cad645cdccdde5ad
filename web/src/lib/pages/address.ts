/** Addresses that only the computer knows on which they are used. */
export const isOnlyHere = (host: string): boolean => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(host);
