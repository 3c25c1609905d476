/** What the page and the worker that draws pictures say to each other. */

export interface PictureRequest {
  id: number;
  picture: Blob;
  /** Pixels of the longer edge at most. */
  edge: number;
  /** Bytes at most, where a picture can be made to fit. */
  bytes: number;
}

/** Null: it could not be drawn. */
export interface PictureReply {
  id: number;
  picture: Blob | null;
}
