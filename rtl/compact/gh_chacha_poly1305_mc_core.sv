// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 (RFC 8439) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), a byte at a time.
//
//   Erase --> Config --> Block --> Lengths --> Ad --> Pad --> Data --> Pad --> Sizes --> Tag --> End --> Erase
//               ^          |  HChaCha20                       message     ad, message
//               +----------+
//   Config, Lengths, Ad --> Skip --> Drain --> Fail --> Erase      malformed
//
// Config passes 56 bytes to the coprocessor: key, counter, nonce. Block sends it 64 zero bytes. With a nonce
// of 24 bytes the answer is HChaCha20 first, of which the beginning is subtracted that the coprocessor has
// added; its 32 bytes are the key of a second pass. Then it is the key of Poly1305, and the key stream.
//
// A memory has at 0 the key of the second pass, then the last 16 bytes to be decrypted, which may be a tag;
// at 16 the nonce, then half of that key; at 32 s of Poly1305; at 48 the length of associated data.

`include "gh_assert.svh"

`default_nettype none

module gh_chacha_poly1305_mc_core #(
    parameter int unsigned Pipeline = 1,
    parameter bit Dsp = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_ni,

    input  wire logic [7:0] config_data_i,
    input  wire logic       config_last_i,
    input  wire logic       config_valid_i,
    output wire logic       config_ready_o,
    output wire logic       config_open_o,   // a configuration's bytes may come

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       keep_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i
);

  typedef logic [7:0] byte_t;
  typedef struct packed {
    logic erase, configure, block, lengths, ad;
    logic pad, data, sizes, tag, over;
    logic skip, drain, fail;
  } state_t;
  state_t state_d, state_q;
  localparam state_t Erase = '{erase: 1'b1, default: 1'b0};

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge clk_i) rst_q <= !rst_ni;

  // Places of what passes; of a message's last bytes in the memory.
  logic [5:0] place_d, place_q;
  logic [3:0] part_d, part_q;  // place in a block of Poly1305
  logic decrypts_q, extends_q, second_q, body_q;
  logic  first_q;  // a message has no byte yet
  logic  held_q;  // the newest byte of an answer is still here
  logic  asked_q;  // a byte of the tag is on its way
  logic  differs_q;
  byte_t hold_q;
  logic  open_q;
  assign config_open_o = open_q;

  // The cipher's streams.
  byte_t cipher_config, cipher_in, cipher_out;
  logic cipher_config_valid, cipher_config_ready, cipher_in_valid, cipher_in_ready;
  logic cipher_valid, cipher_ready, cipher_reset;
  logic unused_keep, unused_last, unused_error;
  gh_arx_mc_streams #(
      .Blake32   (1'b0),
      .Blake64   (1'b0),
      .ChaCha    (1'b1),
      .Pipeline  (Pipeline),
      .StreamBits(8),
      .Streams   (1)
  ) u_cipher (
      .aclk          (clk_i),
      .aresetn       (rst_ni && !cipher_reset),
      .config_data_i (cipher_config),
      .config_last_i (place_q == 6'd55),
      .config_valid_i(cipher_config_valid),
      .config_ready_o(cipher_config_ready),
      .data_i        (cipher_in),
      .keep_i        (1'b1),
      .last_i        (1'b0),
      .valid_i       (cipher_in_valid),
      .ready_o       (cipher_in_ready),
      .data_o        (cipher_out),
      .keep_o        (unused_keep),
      .last_o        (unused_last),
      .error_o       (unused_error),
      .valid_o       (cipher_valid),
      .ready_i       (cipher_ready)
  );

  byte_t code, tag;
  logic [1:0] code_use;
  logic code_valid, code_ready, code_taken, tag_valid;
  gh_poly1305 #(
      .Dsp(Dsp)
  ) u_poly1305 (
      .clk_i,
      .rst_i      (rst_q),
      .erase_i    (state_q.erase),
      .place_i    (place_q),
      .use_i      (code_use),
      .data_i     (code),
      .valid_i    (code_valid),
      .ready_o    (code_ready),
      .tag_o      (tag),
      .tag_valid_o(tag_valid)
  );
  assign code_taken = code_valid && code_ready;

  // The memory. What is read is there in the next cycle, so it is looked up where the next place is.
  byte_t stored, stored_q;
  logic stores;
  logic [5:0] store_at, fetch_at;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  byte_t memory[64];
  always_ff @(posedge clk_i) begin
    stored_q <= memory[fetch_at];
    if (stores) memory[store_at] <= stored;
  end

  logic differs;
  assign differs = tag != stored_q;

  // Bytes: of associated data, from minus one minus their number, and then of the message.
  logic [39:0] count_q;
  logic counts, counted_ad;
  assign counted_ad = &count_q;

  // The configuration.
  logic from_config, config_taken, config_wrong, config_ends, hashes;
  assign from_config  = !second_q || place_q[5:3] == 3'd6;
  assign config_taken = config_valid_i && config_ready_o;
  assign hashes       = extends_q && !second_q;  // HChaCha20
  always_comb begin
    cipher_config = config_data_i;
    // ChaCha20 of RFC 8439.
    if (place_q[5:3] == '0) cipher_config = (place_q[2:0] == '0) ? 8'd7 : 8'd0;
    else if (!from_config) cipher_config = (place_q[5:3] == 3'd5) ? 8'd0 : stored_q;
  end
  assign cipher_config_valid = state_q.configure && (!from_config || config_valid_i) && !rst_q;
  assign config_ready_o = !rst_q && (state_q.configure && from_config && cipher_config_ready
                                  || state_q.lengths
                                  || state_q.ad && (counted_ad || code_ready)
                                  || state_q.skip);
  always_comb begin
    config_wrong = 1'b0;
    if (state_q.configure) begin
      if (place_q[5:3] == '0)
        config_wrong = place_q[2:0] == '0 ? |config_data_i[7:2] : |config_data_i;
      // A nonce of 12 bytes has the counter in front.
      if (place_q[5:2] == 4'd10) config_wrong = !extends_q && config_data_i != '0;
      if (config_last_i) config_wrong = 1'b1;
    end
    if (state_q.lengths) begin
      config_wrong = config_last_i && !(&place_q[2:0])
                  || place_q[2:0] > 3'd4 && config_data_i != '0;
    end
    // Associated data are whole words, and neither more of them nor fewer.
    if (state_q.ad) begin
      config_wrong = place_q[2:0] == '0 && counted_ad || config_last_i && !(&place_q[2:0]);
    end
  end
  assign config_ends = config_taken && config_last_i;

  // The message. Only its first byte may be missing, as the whole of it.
  logic empty, malformed, passes, data_taken, window_full, too_short, unserved, data_ends;
  assign empty = !keep_i && last_i && first_q;
  assign malformed = !keep_i && !empty;
  assign window_full = place_q[4];
  assign passes = state_q.data && valid_i && keep_i && (!decrypts_q || window_full);
  assign ready_o = !rst_q && (state_q.drain
                   || state_q.data && (!keep_i || (passes ? cipher_in_ready : decrypts_q)));
  assign data_taken = valid_i && ready_o;
  assign data_ends = data_taken && last_i;
  assign too_short = decrypts_q && !window_full && !(keep_i && (&place_q[3:0]));
  // There is no block for this byte.
  assign unserved = passes && cipher_in_ready && !cipher_valid;

  assign cipher_in = state_q.block ? '0 : decrypts_q ? stored_q : data_i;
  assign cipher_in_valid = !rst_q && (state_q.block || passes);
  logic hold_ready, released;
  assign released   = valid_o && ready_i;
  assign hold_ready = !held_q || released;
  logic to_code;  // of block 0: r
  assign to_code = !hashes && place_q[5:4] == '0;
  assign cipher_ready = state_q.block ? !to_code || code_ready : code_ready && hold_ready;
  logic cipher_taken;
  assign cipher_taken = cipher_valid && cipher_ready;

  // What Poly1305 gets.
  always_comb begin
    code     = '0;
    code_use = 2'd1;
    if (state_q.block) begin
      code     = cipher_out;
      code_use = 2'd0;
    end
    if (state_q.ad) code = config_data_i;
    if (state_q.data) code = decrypts_q ? stored_q : cipher_out;
    if (state_q.sizes) code = part_q[3] ? count_q[7:0] : stored_q;
    if (state_q.tag) begin
      code     = stored_q;
      code_use = 2'd2;
    end
  end
  assign code_valid = !rst_q && (state_q.block && to_code && cipher_valid
                              || state_q.ad && !counted_ad && config_valid_i
                              || state_q.pad && part_q != '0
                              || state_q.data && cipher_valid && hold_ready
                              || state_q.sizes
                              || state_q.tag && !asked_q && (decrypts_q || !held_q));

  // HChaCha20: what the coprocessor has added at the end, byte by byte with the borrow.
  function automatic byte_t constant(logic [3:0] at);
    return byte_t'(128'h6b20657479622d323320646e61707865 >> {at, 3'b000});
  endfunction
  byte_t difference;
  logic carry, borrow_q, unused_place;
  byte_t subtracted;
  assign subtracted = place_q[5] ? stored_q : constant(place_q[3:0]);
  // The lowest place of the sum makes the carry.
  assign {carry, difference, unused_place} = 10'({cipher_out, 1'b1})
                                           + 10'({~subtracted, !(place_q[1:0] != '0 && borrow_q)});

  // The answer: a byte to be decrypted stays until another one comes, or the tag is known to be right.
  assign valid_o = !rst_q && (held_q ? !decrypts_q && !state_q.erase || state_q.over
                                       || state_q.data && cipher_valid
                                     : state_q.over || state_q.fail);
  assign data_o = hold_q;
  assign keep_o = held_q || state_q.fail;
  assign last_o = state_q.over || state_q.fail && !held_q;
  assign error_o = state_q.fail && !held_q;

  logic goes_wrong, part_ends, place_ends;
  assign part_ends = &part_q;
  assign place_ends = &place_q;
  assign goes_wrong = state_q.data && data_taken && (malformed || unserved)
                   || data_ends && state_q.data && too_short;
  logic padded, ad_wrong;
  assign padded   = state_q.pad && part_q == '0;
  assign ad_wrong = padded && !body_q && !counted_ad;

  logic configured, block_ends;
  assign configured = cipher_config_valid && cipher_config_ready && place_q == 6'd55;
  assign block_ends = state_q.block && cipher_taken && place_ends;
  logic lengths_end, sizes_end, tag_ends, bad_config, refused;
  assign lengths_end = state_q.lengths && config_taken && (&place_q[2:0]);
  assign sizes_end   = state_q.sizes && code_taken && part_ends;
  assign tag_ends    = state_q.tag && tag_valid && part_ends;
  assign bad_config  = config_taken && config_wrong;
  assign refused     = decrypts_q && (differs_q || differs);
  always_comb begin
    state_d.erase     = state_q.erase && !place_ends || state_q.over && released
                     || state_q.fail && !held_q && ready_i;
    state_d.configure = state_q.erase && place_ends || block_ends && hashes
                     || state_q.configure && !configured && !bad_config;
    state_d.block = configured && !bad_config || state_q.block && !block_ends;
    state_d.lengths = block_ends && !hashes || state_q.lengths && !lengths_end && !bad_config;
    state_d.ad        = lengths_end && !config_last_i && !bad_config
                     || state_q.ad && !config_ends && !bad_config;
    state_d.pad       = (lengths_end || state_q.ad) && config_ends && !bad_config
                     || state_q.data && data_ends && !goes_wrong || state_q.pad && !padded;
    state_d.data = padded && !body_q && counted_ad || state_q.data && !data_ends && !goes_wrong;
    state_d.sizes = padded && body_q || state_q.sizes && !sizes_end;
    state_d.tag = sizes_end || state_q.tag && !tag_ends;
    state_d.over = tag_ends && !refused || state_q.over && !released;
    state_d.skip = bad_config && !config_last_i || state_q.skip && !config_ends;
    state_d.drain     = (bad_config || state_q.skip) && config_ends || ad_wrong
                     || goes_wrong && !last_i || state_q.drain && !data_ends;
    state_d.fail      = goes_wrong && last_i || state_q.drain && data_ends || tag_ends && refused
                     || state_q.fail && (held_q || !ready_i);
  end
  assign cipher_reset = state_q.erase && place_q == '0 || block_ends && hashes;

  logic place_moves, part_moves;
  assign place_moves = state_q.erase || cipher_config_valid && cipher_config_ready
                    || state_q.block && cipher_taken
                    || (state_q.lengths || state_q.ad) && config_taken
                    || state_q.data && decrypts_q && data_taken && keep_i
                    || state_q.tag && tag_valid;
  assign part_moves = state_q.tag ? tag_valid : code_taken && !state_q.block;
  always_comb begin
    place_d = place_moves ? place_q + 1'b1 : place_q;
    // Once full it stays full.
    if (state_q.data) place_d[5:4] = {1'b0, place_q[4] || place_d[4]};
    if (configured || block_ends || padded && !body_q) place_d = '0;
    if (state_q.over || state_q.fail || rst_q) place_d = '0;
    if (state_q.ad || state_q.lengths) place_d[5:3] = '0;
    part_d = part_moves ? part_q + 1'b1 : part_q;
    if (state_q.erase || rst_q) part_d = '0;
  end

  always_comb begin
    // The key of the second pass follows its head.
    fetch_at = {1'b0, place_d[4:3] - 2'd1, place_d[2:0]};
    if (state_q.block) fetch_at = {2'b01, place_d[3:0]};
    if (state_d.data || state_q.tag && (asked_q && !tag_valid || code_taken))
      fetch_at = {2'b00, place_d[3:0]};
    else if (state_d.sizes) fetch_at = {2'b11, part_d};
    else if (state_d.tag) fetch_at = {2'b10, part_d};
    if (state_q.erase) fetch_at = '0;

    stores   = 1'b0;
    store_at = place_q;
    stored   = '0;
    if (state_q.erase) stores = 1'b1;
    if (state_q.configure) begin
      stores   = hashes && place_q[5:3] >= 3'd5 && config_taken;
      store_at = {2'b01, !place_q[3], place_q[2:0]};
      stored   = config_data_i;
    end
    if (state_q.block) begin
      store_at = hashes ? {1'b0, place_q[5], place_q[3:0]} : {2'b10, place_q[3:0]};
      stores   = cipher_taken && (hashes ? place_q[5] == place_q[4] : place_q[5:4] == 2'b01);
      stored   = hashes ? difference : cipher_out;
    end
    if (state_q.lengths) begin
      store_at = {3'b110, place_q[2:0]};
      stores   = config_taken;
      stored   = config_data_i;
    end
    if (state_q.data) begin
      store_at = {2'b00, place_q[3:0]};
      stores   = decrypts_q && data_taken && keep_i;
      stored   = data_i;
    end
    if (rst_q) stores = 1'b0;
  end

  assign counts = state_q.ad && code_taken || state_q.data && cipher_taken || padded && !body_q;
  always_ff @(posedge clk_i) begin
    state_q <= rst_q ? Erase : state_d;
    place_q <= place_d;
    part_q  <= part_d;
    if (cipher_taken) borrow_q <= !carry;

    if (counts) count_q <= count_q + 1'b1;
    if (state_q.lengths && config_taken && place_q[2:0] <= 3'd4
        || state_q.sizes && part_q[3] && code_taken) begin
      count_q <= {state_q.lengths ? ~config_data_i : 8'd0, count_q[39:8]};
    end

    if (state_q.configure && !second_q && place_q == '0)
      {extends_q, decrypts_q} <= config_data_i[1:0];
    if (block_ends) second_q <= 1'b1;
    if (padded) body_q <= 1'b1;
    if (data_taken) first_q <= 1'b0;
    if (config_ends) open_q <= 1'b0;

    if (released) begin
      held_q <= 1'b0;
      hold_q <= '0;
    end
    if (state_q.data && cipher_taken || state_q.tag && tag_valid && !decrypts_q) begin
      held_q <= 1'b1;
      hold_q <= state_q.data ? cipher_out : tag;
    end
    // What has not been found right does not leave.
    if (decrypts_q && (state_q.drain || state_d.fail)) begin
      held_q <= 1'b0;
      hold_q <= '0;
    end

    if (state_q.tag) begin
      if (code_taken) asked_q <= 1'b1;
      if (tag_valid) begin
        asked_q   <= 1'b0;
        differs_q <= differs_q || differs;
      end
    end

    if (state_q.erase || rst_q) begin
      {second_q, body_q, held_q, asked_q, differs_q, borrow_q} <= '0;
      {decrypts_q, extends_q} <= '0;
      hold_q <= '0;
      count_q <= '0;
      first_q <= 1'b1;
      open_q <= state_q.erase && place_ends && !rst_q;
    end
  end

endmodule

`default_nettype wire
