// SPDX-License-Identifier: Apache-2.0
//
// Stages of Threefish's ring, which its users and its subkeys count.

`default_nettype none

package gh_skein_piped_pkg;

  typedef enum logic [1:0] {
    Align,
    Inject,  // a subkey
    Mix
  } work_e;

  typedef struct packed {
    work_e       work;
    logic [31:0] subkey;  // of a way around
    logic [31:0] round;   // of a way around
    logic        whole;   // word 2 j + 1 behind it is no exclusive-or of two
  } stage_t;

  function automatic int unsigned ring_stages(int unsigned rounds_per_pass);
    return 1 + 6 * rounds_per_pass / 4;
  endfunction

  // The stage in front of the first subkey has number 0.
  function automatic stage_t ring_stage(int unsigned rounds_per_pass, int unsigned k);
    stage_t stage;
    int unsigned place;
    place = (k + 5) % 6;  // behind a subkey
    stage = '{work: Mix, subkey: (k - 1) / 6, round: 0, whole: 1'b1};
    if (k == 0 || place == 3) begin
      stage.work = Align;
    end else if (place == 0) begin
      stage.work = Inject;
    end else begin
      stage.round = 4 * stage.subkey + place - ((place > 3) ? 2 : 1);
      stage.whole = rounds_per_pass == 4 || place == 1 || place == 4 || k == 6;
    end
    return stage;
  endfunction

endpackage

`default_nettype wire
